package splice

import (
	"errors"
	"strings"
	"testing"
)

func TestMarkersInACodeFenceAreASample(t *testing.T) {
	sample := "<!-- factline:begin profile hash=0011223344556677 lead=1 -->\nours\n<!-- factline:end profile -->\n"
	for _, src := range []string{
		"# Doc\n```\n" + sample + "```\n",
		"# Doc\n~~~~ md\n```\n" + sample + "~~~\n~~~~  \n",
		"1. so\n   ```html\r\n" + sample + "   ```\n",
		"- ```\n" + sample + "  ```\n10. ```\n    x\n    ```\n",
	} {
		if _, there, err := FindBlock([]byte(src), "profile"); there || err != nil {
			t.Errorf("found %v %v in %q", there, err, src)
		}
		out, err := PutBlock([]byte(src), "profile", "- one\n```\nopen", "")
		if err != nil || !strings.HasPrefix(string(out), src) {
			t.Fatalf("%q %v", out, err)
		}
		again, err := PutBlock(out, "profile", "- two", "")
		if err != nil || !strings.HasPrefix(string(again), src) || strings.Contains(string(again), "- one") {
			t.Errorf("%q %v", again, err)
		}
		if back, err := CutBlock(again, "profile"); err != nil || string(back) != src {
			t.Errorf("%q %v, want %q", back, err, src)
		}
	}
}

func TestNoBlockIsPutBehindAnOpenFence(t *testing.T) {
	for _, src := range []string{"# Doc\n\n```go\nx := 1\n", "~~~\n```\n", "````\n```\n", "```\n``` go\n"} {
		if out, err := PutBlock([]byte(src), "profile", "x", ""); !errors.Is(err, ErrUnsure) || !strings.Contains(err.Error(), "never closed") {
			t.Errorf("%q %v", out, err)
		}
	}
	for _, src := range []string{"```a`b\n", "    ```\n", "text ```\n", "``\n"} { // no fences
		if _, err := PutBlock([]byte(src), "profile", "x", ""); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	}
	out, _ := PutBlock([]byte("# Doc\n"), "profile", "x", "") // a block before the fence stays in reach
	if _, err := PutBlock(append(out, "```\n"...), "profile", "y", ""); err != nil {
		t.Error(err)
	}
}
