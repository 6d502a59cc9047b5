package foreign

import (
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

func TestTextOfWindowsIsReadAsItWasMeant(t *testing.T) {
	for file, want := range map[string]string{
		"\xff\xfea\x00\xb7\x69": "a榷", "\xfe\xff\x00a\x69\xb7": "a榷", "\xff\xfe": "", "\xff\xfea\x00x": "a", "\xef\xbb\xbfa": "a", "a榷": "a榷", "": "",
	} {
		if got := string(plain([]byte(file))); got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}

func TestWhatIsNoTextNamesItsLineAndTheWayOut(t *testing.T) {
	for file, line := range map[string]string{"caf\xe9": "line 1 ", "a\nb\ncaf\xe9\n": "line 3 ", "a\nb\x00": "line 2 ", "\ufffd\n\x80": "line 2 "} {
		if _, err := Text([]byte(file)); err == nil || !strings.HasPrefix(err.Error(), line) || !strings.Contains(err.Error(), "save the file as UTF-8") {
			t.Errorf("%q: %v", file, err)
		}
	}
	for _, file := range []string{"", "a\n", "榷 \ufffd", "\xff\xfea\x00"} {
		if _, err := Text([]byte(file)); err != nil {
			t.Errorf("%q: %v", file, err)
		}
	}
}

// An export that was cut or damaged is refused once, with the place; a file of a record a line loses the damaged lines alone.
func TestADamagedExportIsRefusedOnce(t *testing.T) {
	for file, want := range map[string]string{
		"{\n \"memories\": [\n {\"id\": \"a\", \"content\": \"The port is 9\"}\n {\"id\": \"b\"}\n]}":     "damaged in line 4",
		"{\"memories\": [\n{\"id\": \"a\", \"content\": \"The po":                                         "damaged in line 2",
		"[\n{\"id\": \"a\"},\n{\"id\": }\n]":                                                              "damaged in line 3",
		"{\"memories\": [":                                                                                "damaged in line 1",
		"{\"id\": \"a\", \"content\": \"The port is 9\"}\n{\"id\": \n":                                    "",
		"{\"id\": \n{\"id\": \"a\", \"content\": \"The port is 9\"}\n{\"id\": \"b\", \"content\": \"x\"}": "",
	} {
		err := agentMemory([]byte(file), "export.json", func(string, items.Item, error) error { return nil })
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\n%v, want %q", file, err, want)
		}
	}
}
