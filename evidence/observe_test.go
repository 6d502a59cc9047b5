package evidence

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/factline/memory/transcript"
)

func said(id, text string) transcript.Event {
	return transcript.Event{Agent: "codex", Session: "s1", MessageID: id, Text: text, Role: transcript.Assistant, Channel: transcript.FromAssistant,
		Kind: transcript.Message, Time: time.Date(2026, 11, 29, 10, 0, 0, 0, time.UTC)}
}

func TestAnObservedEventIsKeptOnceByItsHostID(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	events := []transcript.Event{said("a", "same words"), said("b", "same words")}
	first, added, err := s.Observe(t.Context(), "hook", events, Options{})
	if err != nil || added != 2 || first[0] == first[1] {
		t.Fatalf("%v, %d, %v", first, added, err)
	}
	again, added, err := s.Observe(t.Context(), "hook", events, Options{})
	if err != nil || added != 0 || fmt.Sprint(again) != fmt.Sprint(first) {
		t.Fatalf("%v, %d, %v", again, added, err)
	}
	rec, err := s.Get(t.Context(), first[1])
	if err != nil || rec.Text != "same words" || rec.Source != "hook" {
		t.Errorf("%+v, %v", rec, err)
	}
}

func TestAnObservedSecretDoesNotReachTheDisk(t *testing.T) {
	s := &Store{Dir: t.TempDir()}
	token := "gh" + "p_x7Kq2mVb9LtR4wZc8NfJ3hPs6YdG1aEu5oQi"
	ids, _, err := s.Observe(t.Context(), "hook", []transcript.Event{said("a", "the token is "+token)}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := s.Get(t.Context(), ids[0])
	if err != nil || strings.Contains(rec.Text, token) || len(rec.Redactions) == 0 {
		t.Errorf("%q, %v", rec.Text, err)
	}
}

func TestTenObserversAtOnceKeepEveryEvent(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for n := range 10 {
		wg.Go(func() {
			s := &Store{Dir: dir}
			ev := said(fmt.Sprint(n), "words")
			if _, added, err := s.Observe(t.Context(), "hook", []transcript.Event{ev}, Options{}); err != nil || added != 1 {
				t.Errorf("%d, %v", added, err)
			}
		})
	}
	wg.Wait()
	list, err := (&Store{Dir: dir}).Sessions(t.Context())
	if err != nil || len(list) != 1 || list[0].Events != 10 {
		t.Errorf("%+v, %v", list, err)
	}
}
