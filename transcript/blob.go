package transcript

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"strings"
)

// blobOf names the content of an image or document by the hash of its decoded bytes. Content that is no base64 gives a blob with
// the MIME type alone.
func blobOf(mime string, data value) Blob {
	if !data.isString() {
		return Blob{MIME: mime}
	}
	return decodeBlob(mime, data.str())
}

func decodeBlob(mime string, raw string) Blob {
	enc := base64.StdEncoding
	if strings.ContainsAny(raw, "-_") {
		enc = base64.URLEncoding
	}
	raw = strings.TrimSpace(raw)
	breaks := strings.Count(raw, "\n") + strings.Count(raw, "\r") // the decoder reads over these
	if (len(raw)-breaks)%4 != 0 {
		enc = enc.WithPadding(base64.NoPadding)
	}
	h := sha256.New()
	n, err := io.Copy(h, base64.NewDecoder(enc, strings.NewReader(raw)))
	if err != nil || n == 0 {
		return Blob{MIME: mime}
	}
	return Blob{MIME: mime, Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}
}

// resourceOf reads an image, document or audio block of any of the shapes in use. text is what the block says in words: a title, an
// address, or the text of a plain-text document.
func resourceOf(b value) (blob Blob, text string) {
	src := b.get("source")
	mime := first(src.get("media_type").str(), b.any("mimeType", "mime_type", "media_type", "mime").str())
	text = b.any("title", "filename", "name", "alt").str()
	if src.get("type").is("text") {
		return Blob{MIME: first(mime, "text/plain")}, src.get("data").str()
	}
	data := src.get("data")
	if !data.ok() {
		data = b.any("data", "base64", "result")
	}
	if data.isString() && !data.is("") {
		return blobOf(mime, data), text
	}
	url := b.any("image_url", "url", "file_url", "uri", "image")
	if url.isObject() {
		url = url.get("url")
	}
	if !url.ok() {
		url = src.any("url", "file_id")
	}
	address := url.str()
	if kind, rest, ok := dataURL(address); ok {
		return decodeBlob(first(kind, mime), rest), text
	}
	return Blob{MIME: mime}, first(text, address)
}

// dataURL takes a data: address apart.
func dataURL(s string) (mime, data string, ok bool) {
	rest, ok := strings.CutPrefix(s, "data:")
	if !ok {
		return "", "", false
	}
	head, data, ok := strings.Cut(rest, ",")
	return strings.TrimSuffix(head, ";base64"), data, ok
}

// first returns the first string that is not empty.
func first(s ...string) string {
	for _, x := range s {
		if x != "" {
			return x
		}
	}
	return ""
}
