package hook

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestAByteOrderMarkBeforeThePayloadIsPassedOver(t *testing.T) {
	const bom = "\xef\xbb\xbf"
	for text, want := range map[string]string{
		bom + `{"a":1}`: `{"a":1}`, bom: "", `{}`: `{}`, "": "", bom + bom + `{}`: "!", "\xef\xbb{}": "!", "\xef": "!", ` {"a":"` + bom + `"}`: `{"a":"` + bom + `"}`,
	} {
		for name, r := range map[string]io.Reader{
			"at once": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text)), "the end with it": iotest.DataErrReader(strings.NewReader(text)),
		} {
			got, err := First(r)
			if s := string(got); s != want && want != "!" || (err != nil) != (want == "!") {
				t.Errorf("%q %s: %q, %v", text, name, s, err)
			}
		}
	}
}

// A host that leaves its end open is not waited for: no byte behind the value is asked for.
func TestAValueIsReadWithoutTheNextByte(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	go func() { _, _ = io.WriteString(w, `{}`) }()
	if got, err := First(r); string(got) != `{}` || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
