package items

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

func TestJSONRoundTripKeepsEveryKey(t *testing.T) {
	file, err := os.ReadFile("testdata/full.md")
	if err != nil {
		t.Fatal(err)
	}
	it, err := Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(it)
	if err != nil {
		t.Fatal(err)
	}
	var back Item
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	if !back.Equal(it) {
		t.Errorf("came back different:\n%s", data)
	}
	again, err := json.Marshal(back)
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("second round differs (%v):\n%s\n%s", err, data, again)
	}
}

func TestJSONKeepsUnknownKeysAndHardText(t *testing.T) {
	for _, line := range []string{
		`{"id":"mem-1","schema":1,"type":"fact","title":"a: \"b\" # c","status":"active","team":{"x":[1,true,null]},"body":"# H\n\n---\ntext\n"}`,
		`{"id":"mem-1","type":"fact","title":"是\u2028否 😀","status":"active","tags":["yes","12","a, b"],"body":""}`,
	} {
		var it, back Item
		if err := json.Unmarshal([]byte(line), &it); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		data, err := json.Marshal(it)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &back); err != nil || !back.Equal(it) {
			t.Errorf("%s\ncame back as\n%s (%v)", line, data, err)
		}
	}
}

func TestJSONRefusesWhatIsNoItem(t *testing.T) {
	for _, line := range []string{`[]`, `{"id":"x"}`, `{"id":"mem-1","type":"fact","title":"t","status":"active","body":7}`,
		`{"id":"../x","type":"fact","title":"t","status":"active"}`, `{"id":"mem-1","id":"mem-2","type":"fact","title":"t","status":"active"}`} {
		var it Item
		if err := json.Unmarshal([]byte(line), &it); err == nil {
			t.Errorf("%s was accepted", line)
		}
	}
}
