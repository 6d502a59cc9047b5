package splice

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// jsonRoot parses a file. Its last line may be a comment that no line break ends, which the parser by itself refuses; offsets are those of src.
func jsonRoot(src []byte) (hujson.Value, error) {
	if !bytes.HasSuffix(src, []byte("\n")) {
		src = slices.Concat(src, []byte("\n"))
	}
	root, err := hujson.Parse(src)
	if err != nil {
		err = fmt.Errorf("%w JSON: %s", ErrMalformed, strings.TrimPrefix(err.Error(), "hujson: "))
	}
	return root, err
}

// jsonEmpty reports a file in which at most comments stand.
func jsonEmpty(src []byte) bool {
	if text := bytes.TrimSpace(src); len(text) == 0 || text[0] != '/' {
		return len(text) == 0
	}
	root, err := hujson.Parse(slices.Concat(src, []byte("\nnull")))
	return err == nil && root.StartOffset > len(src)
}
