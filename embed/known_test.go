package embed

import "testing"

func TestWordsOfATextThatTheTableKnows(t *testing.T) {
	s, err := NewStatic()
	if err != nil {
		t.Fatal(err)
	}
	for text, low := range map[string]float64{
		"how do we restore the database backup": 0.95,
		"wo liegt das Skript der Installation":  0.6,
		"설치 스크립트는 어디에 있습니까":                     1,
		"登录怎么限流":                                1,
		"":                                      1,
		"pagination":                            0.5,
		"getUserByID":                           0.9,
	} {
		if got := s.Known(text); got < low || got > 1 {
			t.Errorf("%q: %.2f, want at least %.2f", text, got, low)
		}
	}
	for _, text := range []string{"Tây Ban Nha gia nhập Liên minh châu Âu vào năm nào", "ποιος είναι υπεύθυνος για την κινητή εφαρμογή", "πού βρίσκεται το σενάριο εγκατάστασης"} {
		if got := s.Known(text); got > 0.3 {
			t.Errorf("%q: %.2f", text, got)
		}
	}
}
