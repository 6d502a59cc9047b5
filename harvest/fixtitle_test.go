package harvest

import "testing"

// The title of a cause is what holds, never only the part that a "but" takes back.
func TestTitleOfACauseDoesNotEndBeforeTheBut(t *testing.T) {
	for claim, want := range map[string]string{
		"The dialog() of the page object waited for .overlay .content but the shared Panel component renders .backdrop/.box": "The shared Panel component renders .backdrop/.box",
		"The client sent the whole list with every request of the board, but in fact the server takes 50 rows at most":       "The server takes 50 rows at most",
		// short enough to be whole
		"The test asked for port 80 but the server takes 8080": "The test asked for port 80 but the server takes 8080",
		// what follows does not stand alone
		"The cache of the image server keeps every thumbnail for a day and a night but it drops those of drafts": "The cache of the image server keeps every thumbnail for a day and a night",
	} {
		if got, _ := causeTitle(claim); got != want {
			t.Errorf("%s\n got %q\nwant %q", claim, got, want)
		}
	}
}
