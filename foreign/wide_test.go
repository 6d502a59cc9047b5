package foreign

import "testing"

func TestTextOfWindowsIsReadAsItWasMeant(t *testing.T) {
	for file, want := range map[string]string{
		"\xff\xfea\x00\xb7\x69": "a榷", "\xfe\xff\x00a\x69\xb7": "a榷", "\xff\xfe": "", "\xff\xfea\x00x": "a", "\xef\xbb\xbfa": "a", "a榷": "a榷", "": "",
	} {
		if got := string(plain([]byte(file))); got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
}
