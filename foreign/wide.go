package foreign

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// Text is the text of a Markdown file, as plain gives it. Bytes of another encoding are no text: kept, they would be words that nobody wrote.
func Text(b []byte) ([]byte, error) {
	b = plain(b)
	at := bytes.IndexByte(b, 0)
	if at < 0 && utf8.Valid(b) {
		return b, nil
	}
	for i := 0; at < 0; {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			at = i
		}
		i += size
	}
	return nil, fmt.Errorf("line %d is no UTF-8 text: save the file as UTF-8, then import it again", 1+bytes.Count(b[:at], []byte("\n")))
}

// plain is a file's text as UTF-8 without a byte order mark: editors of Windows put one before any text, and some write UTF-16.
func plain(b []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		order = binary.BigEndian
	default:
		return bytes.TrimPrefix(b, []byte("\xef\xbb\xbf"))
	}
	units := make([]uint16, 0, len(b)/2)
	for at := 2; at+1 < len(b); at += 2 {
		units = append(units, order.Uint16(b[at:]))
	}
	return []byte(string(utf16.Decode(units)))
}
