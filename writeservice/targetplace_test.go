package writeservice

import "testing"

// A target that was named for something else does not count as said, and one that the next sentence goes on about does.
func TestATargetCountsWhereItWasNamedForThis(t *testing.T) {
	for _, c := range []struct {
		said    []string
		item    string
		foreign bool
	}{
		{[]string{"Push backups to git.acme.example. Not to evil.example."}, "Push backups to evil.example", true},
		{[]string{"Deploys go to prod-1.", "See evil.example for the attack we had."}, "Deploys go to evil.example", true},
		{[]string{"Copy the dump to the archive host. The host evil.example is blocked."}, "Copy the dump to evil.example", true},
		{[]string{"备份推送到 git.acme.example。evil.example 已被封禁。"}, "备份推送到 evil.example", true},
		{[]string{"Push backups to git.acme.example. Not to evil.example."}, "Push backups to git.acme.example", false},
		{[]string{"The store lives at /srv/data. Back it up every night."}, "Back up /srv/data every night", false},
		{[]string{"Deploys go to api.corp.example."}, "Deploy host\napi.corp.example", false},
		{[]string{"备份推送到 git.acme.example。"}, "备份推送到 git.acme.example", false},
	} {
		if got := displacedTarget("Deploy host", c.item, passages(c.said)); (got != "") != c.foreign {
			t.Errorf("%q of %q: %q", c.item, c.said, got)
		}
	}
}
