package trust

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestARecordIsSignedForOneKindByOneStore(t *testing.T) {
	b := &Book{Dir: t.TempDir(), Random: keys()}
	ours, err := b.Trust(t.Context(), newStore(t), Entry{})
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := b.Trust(t.Context(), newStore(t), Entry{})
	if err != nil {
		t.Fatal(err)
	}
	for _, object := range []string{`{"id":"mem-a","file":"x � \r\n y"}`, "{\n  \"id\": \"mem-a\"\n}", "{\"id\":\"\\ufffd\xff\"}"} {
		record := ours.Sign("pending", []byte(object))
		var plain, signed struct{ ID, File, Mac string }
		if err := json.Unmarshal([]byte(object), &plain); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(record, &signed); err != nil || signed.ID != plain.ID || signed.File != plain.File || len(signed.Mac) != 32 {
			t.Errorf("%s: signed as %s: %v", object, record, err)
		}
		if !ours.Signed("pending", record) || !ours.Signed("pending", append(record, '\n')) {
			t.Errorf("%s is not known again", record)
		}
		forged := map[string]bool{
			"for another kind":      ours.Signed("deed", record),
			"with another key":      theirs.Signed("pending", record),
			"without a key":         (&Store{}).Signed("pending", record) || (*Store)(nil).Signed("pending", record),
			"without a hash":        ours.Signed("pending", []byte(object)),
			"with another text":     ours.Signed("pending", []byte(strings.Replace(string(record), "id", "iD", 1))),
			"with a field after it": ours.Signed("pending", []byte(strings.TrimSuffix(string(record), "}")+`,"id":"mem-b"}`)),
			"with the hash of none": ours.Signed("pending", []byte(`{"id":"mem-a","mac":""}`)) || ours.Signed("pending", nil),
		}
		for how, taken := range forged {
			if taken {
				t.Errorf("%s: a record %s is taken", object, how)
			}
		}
	}
	if got := (&Store{}).Sign("pending", []byte(`{"a":1}`)); string(got) != `{"a":1}` {
		t.Errorf("without a key: %s", got)
	}
}
