package writeservice

import "testing"

// A claim is not put together from what was said of different things.
func TestAClaimIsOfOneSentence(t *testing.T) {
	for _, c := range []struct {
		said, item string
		ok         bool
	}{
		{"The orders service moved to the new cluster. Port is 7070.", "Orders service uses port 7070", true},
		{"The orders service is up. Please use port 7070.", "Orders service: port 7070", true},
		{"use cursors for all list endpoints, not offsets", "List endpoints page by cursor", true},
		{"Port 5000 is taken by billing. The gateway is fine.", "Port 5000 is taken by billing", true},
		{"Alice owns billing. Bob owns search.", "Bob owns search", true},
		{"网关很好。账单服务监听 7070 端口。", "账单服务监听 7070 端口", true},

		{"Port 5000 is taken by billing. The gateway is fine.", "Gateway takes port 5000", false},
		{"Stripe is used by billing. The gateway is fine.", "The gateway uses stripe", false},
		{"Stripe serves billing. The gateway is fine.", "Stripe serves the gateway", false},
		{"Alice owns billing. Bob likes search.", "Bob owns billing", false},
	} {
		if got := scattered(c.item, []string{c.said}); got == c.ok {
			t.Errorf("%q of %q: scattered %v", c.item, c.said, got)
		}
	}
}
