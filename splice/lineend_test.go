package splice

import (
	"bytes"
	"testing"
)

// TestATextWithinALineEndChangesNoMeaning puts something between \r and \n, everywhere, with us and without.
func TestATextWithinALineEndChangesNoMeaning(t *testing.T) {
	tried := 0
	cases(t, func(name string, f Format, src []byte, edits []Edit) {
		src = bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
		out, done, err := Apply(f, src, edits)
		if err != nil || len(edits) != 1 || done[0].Present {
			return
		}
		adds := map[Format][]string{JSON: {`"n": 1,`, "/* x */", "// x\n"}, TOML: {"n = 1\n", "# x"}, YAML: {"n: 1\n", "# x"}}[f]
		for at := 1; at < len(src); at++ {
			if src[at-1] != '\r' || src[at] != '\n' {
				continue
			}
			for _, add := range append(adds, " ", "\n", "\r") {
				between(t, f, src, out, edits, done, at, add)
				tried++
			}
		}
	})
	t.Logf("%d places", tried)
}

// TestLineEndsWrittenAnewAreTakenOutToTheByte: a checkout or an editor that writes all line ends anew leaves our text to be found.
func TestLineEndsWrittenAnewAreTakenOutToTheByte(t *testing.T) {
	windows := func(b []byte) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), []byte("\n"), []byte("\r\n"))
	}
	unix := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) }
	cases(t, func(name string, f Format, src []byte, edits []Edit) {
		out, done, err := Apply(f, src, edits)
		if err != nil {
			return
		}
		for _, anew := range []func([]byte) []byte{windows, unix} {
			if back, err := Remove(f, anew(out), edits, done); err != nil || !bytes.Equal(back, anew(src)) {
				t.Errorf("%s: %v\nwant %q\ngot  %q", name, err, anew(src), back)
			}
		}
	})
}
