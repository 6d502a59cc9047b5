package hub

import (
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

func TestRowWithoutIDOrStatusIsACandidate(t *testing.T) {
	for _, tt := range []struct {
		line, id string
		status   items.Status
		err      string // part of it
	}{
		{`{"id":"mem-a","type":"bug","title":"T","status":"active","extra":1}`, "mem-a", items.Active, ""},
		{`{"type":"fact","title":"T"}`, "", items.Proposed, ""},
		{`{"id":"","status":null,"type":"fact","title":"T","body":"b"}`, "", items.Proposed, ""},
		{`{"id":"mem-a","title":"T"}`, "", "", `the key "type" is missing`},
		{`{"id":"mem-a","type":"fact"}`, "", "", `the key "title" is missing`},
		{`{"id":"mem-a","type":"fact","title":"T","tags":7}`, "", "", `the key "tags"`},
		{`{bad json`, "", "", "not a JSON object"},
		{`[]`, "", "", "not a JSON object"},
	} {
		it, err := rowItem([]byte(tt.line))
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "line") {
				t.Errorf("%s: %v, want %s", tt.line, err, tt.err)
			}
			continue
		}
		if err != nil || string(it.ID) != tt.id || it.Status != tt.status || it.Title != "T" {
			t.Errorf("%s: %+v, %v", tt.line, it, err)
		}
	}
}
