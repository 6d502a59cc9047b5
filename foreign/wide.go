package foreign

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

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
