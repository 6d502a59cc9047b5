package transcript

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// callText renders a tool's input for a reader: the command of a shell tool, an edit as path with old and new text, a patch or a
// written file as it is, anything else as compact JSON.
func callText(name string, input value) string {
	if input.isString() {
		if in := input.inner(); in.isObject() {
			return callText(name, in)
		}
		return input.str()
	}
	if cmd := shellCommand(strings.ToLower(name), input); cmd != "" {
		return cmd
	}
	path := input.any("file_path", "filePath", "notebook_path", "path", "target_file", "TargetFile", "filename", "absolute_path").str()
	if patch := input.any("patch", "patchText", "diff", "input").str(); strings.Contains(patch, "*** ") || strings.Contains(patch, "@@") {
		if path != "" {
			return path + "\n" + patch
		}
		return patch
	}
	if path != "" {
		if text, ok := editText(path, input); ok {
			return text
		}
	}
	if !input.ok() {
		return ""
	}
	return compact(input)
}

// editText renders the inputs of the many edit and write tools.
func editText(path string, input value) (string, bool) {
	var b strings.Builder
	b.WriteString(path)
	one := func(e value) bool {
		before := e.any("old_string", "oldString", "old_str", "oldText", "search", "old_text", "TargetContent")
		after := e.any("new_string", "newString", "new_str", "newText", "replace", "new_text", "ReplacementContent", "new_source")
		if !before.isString() && !after.isString() {
			return false
		}
		b.WriteString("\n--- old\n" + before.str() + "\n+++ new\n" + after.str())
		return true
	}
	any := one(input)
	for e := range input.any("edits", "replacements", "ReplacementChunks").elems() {
		any = one(e) || any
	}
	if any {
		return b.String(), true
	}
	if content := input.any("content", "file_text", "contents", "CodeContent", "code_edit"); content.isString() {
		b.WriteString("\n" + content.str())
		return b.String(), true
	}
	return "", false
}

func compact(v value) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(v.raw())); err != nil { // v is absent
		return ""
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// inputFiles lists the paths that a tool's input names, as written, in order, without duplicates.
func inputFiles(input value) []string {
	var files []string
	collectFiles(&files, input, 0)
	return files
}

func collectFiles(files *[]string, v value, depth int) {
	if depth > 4 {
		return
	}
	if v.isString() {
		if in := v.inner(); in.ok() {
			collectFiles(files, in, depth+1)
			return
		}
		if strings.Contains(v.raw(), "*** ") {
			patchFiles(files, v.str())
		}
		return
	}
	for e := range v.elems() {
		if e.isObject() {
			collectFiles(files, e, depth+1)
		}
	}
	for k, m := range v.fields() {
		switch k {
		case "file_path", "filePath", "filepath", "path", "notebook_path", "notebookPath", "target_file", "TargetFile", "AbsolutePath",
			"absolute_path", "absolutePath", "file", "filename", "old_path", "new_path", "relative_path", "DirectoryPath":
			if m.isString() {
				addFile(files, m.str())
			} else {
				collectFiles(files, m, depth+1)
			}
		case "paths", "files", "file_paths", "filePaths":
			for e := range m.elems() {
				if e.isString() {
					addFile(files, e.str())
				} else {
					collectFiles(files, e, depth+1)
				}
			}
		case "edits", "reads", "file_edits", "replacements":
			collectFiles(files, m, depth+1)
		case "patch", "input", "patchText", "command", "cmd":
			if m.isString() && strings.Contains(m.raw(), "*** ") {
				patchFiles(files, m.str())
			} else if m.isArray() {
				for e := range m.elems() {
					if strings.Contains(e.raw(), "*** ") {
						patchFiles(files, e.str())
					}
				}
			}
		}
	}
}

// patchFiles reads the headers of an apply_patch text.
func patchFiles(files *[]string, patch string) {
	for line := range strings.Lines(patch) {
		for _, head := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "} {
			if rest, ok := strings.CutPrefix(line, head); ok {
				addFile(files, strings.TrimSpace(rest))
			}
		}
	}
}

func addFile(files *[]string, path string) {
	if path == "" || len(path) > 4096 || strings.ContainsAny(path, "\n\x00") || slices.Contains(*files, path) || len(*files) >= 1000 {
		return
	}
	*files = append(*files, path)
}
