package gates

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/factline/memory/items"
)

// beir is a collection in the layout of the BEIR benchmark: corpus.jsonl, queries.jsonl, qrels.tsv.
type beir struct {
	Docs    []beirDoc
	Queries []beirQuery
}

type beirDoc struct {
	ID           string `json:"_id"`
	Title        string `json:"title"`
	Text         string `json:"text"`
	Conversation string `json:"conversation"` // longmemeval only: the haystack that the document belongs to
	Date         string `json:"date"`
	Project      string `json:"project"`
}

type beirQuery struct {
	ID           string             `json:"_id"`
	Text         string             `json:"text"`
	Category     string             `json:"category"`
	Conversation string             `json:"conversation"`
	Date         string             `json:"date"`
	Project      string             `json:"project"`
	Relevant     map[string]float64 `json:"-"`
}

// beirFiles are the three files of the collection in a folder.
func beirFiles(folder string) []string {
	return []string{folder + "/corpus.jsonl", folder + "/queries.jsonl", folder + "/qrels.tsv"}
}

// readBEIR reads a collection. Queries without a relevant document are left out, as the benchmark does.
func readBEIR(dir, folder string) (b beir, err error) {
	files := beirFiles(folder)
	if err := readJSONL(filepath.Join(dir, files[0]), &b.Docs); err != nil {
		return b, err
	}
	var queries []beirQuery
	if err := readJSONL(filepath.Join(dir, files[1]), &queries); err != nil {
		return b, err
	}
	qrels, err := readQrels(filepath.Join(dir, files[2]))
	if err != nil {
		return b, err
	}
	for _, q := range queries {
		if q.Relevant = qrels[q.ID]; len(q.Relevant) > 0 {
			b.Queries = append(b.Queries, q)
		}
	}
	return b, nil
}

// byteOrderMark stands before any text that an editor of Windows wrote.
const byteOrderMark = "\ufeff"

// readJSONL reads one value a line.
func readJSONL[T any](path string, out *[]T) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<16)
	if mark, _ := in.Peek(len(byteOrderMark)); string(mark) == byteOrderMark {
		in.Discard(len(mark))
	}
	dec := json.NewDecoder(in)
	for {
		var v T
		switch err := dec.Decode(&v); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read %s, value %d: %w", path, len(*out)+1, err)
		}
		*out = append(*out, v)
	}
}

// readJSON reads a file that is one value.
func readJSON(path string, out any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(bytes.TrimPrefix(b, []byte(byteOrderMark)), out); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}

// readQrels reads query id, document id and gain, separated by tabs, below a head line. Gains of 0 and less are left out.
func readQrels(path string) (map[string]map[string]float64, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	qrels := map[string]map[string]float64{}
	for n, line := range strings.Split(strings.TrimRight(string(b), "\r\n"), "\n") {
		cols := strings.Split(strings.TrimRight(line, "\r"), "\t")
		if n == 0 {
			continue
		}
		if len(cols) != 3 {
			return nil, fmt.Errorf("read %s, line %d: want 3 columns, got %d", path, n+1, len(cols))
		}
		gain, err := strconv.ParseFloat(cols[2], 64)
		if err != nil {
			return nil, fmt.Errorf("read %s, line %d: %w", path, n+1, err)
		}
		if gain <= 0 {
			continue
		}
		if qrels[cols[0]] == nil {
			qrels[cols[0]] = map[string]float64{}
		}
		qrels[cols[0]][cols[1]] = gain
	}
	return qrels, nil
}

// questions turns queries into questions.
func (b beir) questions() []Question {
	qs := make([]Question, len(b.Queries))
	for i, q := range b.Queries {
		qs[i] = Question{ID: q.ID, Text: q.Text, Category: q.Category, Relevant: q.Relevant}
	}
	return qs
}

// corpus turns documents into a collection.
func (b beir) corpus(name string, item func(beirDoc) items.Item) *Corpus {
	c := &Corpus{Name: name}
	for _, d := range b.Docs {
		c.Docs = append(c.Docs, Doc{ID: d.ID, Item: item(d)})
	}
	return c
}
