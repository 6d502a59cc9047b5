package hub

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

// Every line of a JSONL file that is not blank is one row, in order: an item, or the reason why it is none. An item that is written out again is
// the same row.
func FuzzRows(f *testing.F) {
	f.Add("{\"type\":\"fact\",\"title\":\"A\"}\n\n{\"id\":\"mem-1\",\"type\":\"rule\",\"title\":\"B\",\"status\":\"active\",\"x\":[1]}\nno json")
	f.Add("{\"type\":\"fact\",\"title\":null}\r\n[]\n{\"type\":\"fact\",\"title\":\"C\",\"body\":\"---\\n\"}")
	f.Fuzz(func(t *testing.T, file string) {
		rows := 0
		err := readJSONL(strings.NewReader(file), "f", func(row string, it items.Item, err error) error {
			rows++
			if err != nil {
				return nil
			}
			if it.Title == "" || it.Type == "" || it.Status == "" {
				t.Fatalf("%s of %q: %+v", row, file, it)
			}
			if it.ID == "" { // it gets one
				it.ID = "mem-new"
			}
			line, err := json.Marshal(it)
			if err != nil {
				t.Fatalf("%s of %q: %v", row, file, err)
			}
			again, err := rowItem(line)
			if err != nil || !again.Equal(it) && !reflect.DeepEqual(again, it) {
				t.Fatalf("%s of %q is %+v, written as %s it is %+v, %v", row, file, it, line, again, err)
			}
			return nil
		})
		want := 0
		for line := range strings.SplitSeq(file, "\n") {
			if strings.TrimSpace(line) != "" {
				want++
			}
		}
		if err != nil || rows != want {
			t.Fatalf("%q: %d rows of %d lines, %v", file, rows, want, err)
		}
	})
}
