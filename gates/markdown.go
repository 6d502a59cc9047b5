package gates

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"
)

// encode writes the figures of a suite, indented, four digits: more would change with nothing.
func (s SuiteReport) encode() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(s)
	return b.Bytes(), err
}

// WriteMarkdown writes the report as Markdown tables.
func (rep Report) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Figures\n\nSplit %s, seed %d, 95 %% bootstrap intervals in brackets.\n", rep.Split, rep.Seed)
	for _, s := range rep.Suites {
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n", s.Name, s.About)
		for _, f := range s.Data {
			fmt.Fprintf(&b, "- `%s` sha256 `%s`\n", f.Path, f.SHA256)
		}
		if s.Harvest != nil {
			fmt.Fprintf(&b, "\n```\n%s```\n", s.Harvest.Text())
		}
		for _, block := range s.Blocks {
			fmt.Fprintf(&b, "\n### %s\n\n%s.", block.Title(), block.size())
			if block.Note != "" {
				fmt.Fprintf(&b, " %s.", block.Note)
			}
			if block.Time != nil {
				fmt.Fprintf(&b, " %s.", block.Time)
			}
			b.WriteString("\n\n")
			writeMarkdownTable(&b, block.table())
		}
	}
	for _, line := range rep.Skipped {
		fmt.Fprintf(&b, "\nSkipped %s.\n", line)
	}
	for _, line := range rep.Notes {
		fmt.Fprintf(&b, "\nNote: %s.\n", line)
	}
	for _, line := range rep.Failures {
		fmt.Fprintf(&b, "\n**Failed:** %s.\n", line)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeMarkdownTable(b *strings.Builder, rows [][]string) {
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|---" + strings.Repeat("|---:", len(row)-1) + "|\n")
		}
	}
}

// WriteHTML writes the report as one page without scripts.
func (rep Report) WriteHTML(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>memory gate</title><style>%s</style>\n", pageStyle)
	fmt.Fprintf(&b, "<h1>Figures</h1><p>Split %s, seed %d, 95 %% bootstrap intervals in brackets.</p>\n", rep.Split, rep.Seed)
	for _, line := range rep.Failures {
		fmt.Fprintf(&b, "<p class=\"bad\">Failed: %s</p>\n", html.EscapeString(line))
	}
	for _, s := range rep.Suites {
		fmt.Fprintf(&b, "<h2>%s</h2><p>%s.</p>\n", html.EscapeString(s.Name), html.EscapeString(s.About))
		for _, f := range s.Data {
			fmt.Fprintf(&b, "<p><code>%s</code> sha256 <code>%s</code></p>\n", html.EscapeString(f.Path), f.SHA256)
		}
		if s.Harvest != nil {
			fmt.Fprintf(&b, "<pre>%s</pre>\n", html.EscapeString(s.Harvest.Text()))
		}
		for _, block := range s.Blocks {
			fmt.Fprintf(&b, "<h3>%s</h3><p>%s. %s</p>\n", html.EscapeString(block.Title()), block.size(), html.EscapeString(block.Note))
			writeHTMLTable(&b, block.table())
			if block.Time != nil {
				fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(block.Time.String()))
			}
		}
	}
	for _, line := range rep.Skipped {
		fmt.Fprintf(&b, "<p>Skipped %s</p>\n", html.EscapeString(line))
	}
	for _, line := range rep.Notes {
		fmt.Fprintf(&b, "<p>Note: %s</p>\n", html.EscapeString(line))
	}
	b.WriteString("</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

const pageStyle = "body{font:15px sans-serif;max-width:75em;margin:2em auto;padding:0 1em}td,th{padding:.2em .8em;text-align:right}" +
	"td:first-child,th:first-child{text-align:left}tr:nth-child(2){font-weight:bold}.bad{color:#b00}"

func writeHTMLTable(b *strings.Builder, rows [][]string) {
	b.WriteString("<table>\n")
	for i, row := range rows {
		tag := "td"
		if i == 0 {
			tag = "th"
		}
		b.WriteString("<tr>")
		for _, cell := range row {
			fmt.Fprintf(b, "<%s>%s</%s>", tag, html.EscapeString(cell), tag)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n")
}
