package hub

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/factline/memory/evidence"
)

func TestFormerNamesAreThoseOfThisProjectAlone(t *testing.T) {
	root := t.TempDir()
	repo := func(dir, url string) string {
		at := filepath.Join(root, dir)
		if err := os.MkdirAll(filepath.Join(at, ".git"), 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "config": "[remote \"origin\"]\n\turl = " + url + "\n"} {
			if err := os.WriteFile(filepath.Join(at, ".git", name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return at
	}
	shop, bank := repo("checkout", "https://h/a/shop"), repo("bank", "https://h/a/bank")
	sessions := []evidence.Session{
		{Project: "shop", CWD: shop}, {Project: "market", CWD: shop}, {Project: "tools", CWD: shop}, {Project: "tools", CWD: bank},
		{Project: "ledger", CWD: bank}, {Project: "away", CWD: filepath.Join(root, "not-here")}, {Project: "", CWD: shop},
	}
	for _, c := range []struct {
		hub  Hub
		want string
	}{
		{Hub{Project: "shop", tree: shop, Dir: filepath.Join(shop, StoreName), Chosen: "project"}, "[checkout market]"},
		{Hub{Project: "shop", tree: shop, Dir: filepath.Join(root, StoreName), Chosen: "user"}, "[market]"},
		{Hub{Project: "shop", tree: shop, Dir: filepath.Join(root, StoreName), Chosen: "project"}, "[market]"}, // a store of several repositories
		{Hub{Project: "bank", tree: bank, Dir: filepath.Join(bank, StoreName), Chosen: "project"}, "[ledger]"},
		{Hub{Project: "shop", Dir: filepath.Join(shop, StoreName), Chosen: "project"}, "[]"}, // a person named it
	} {
		if got := fmt.Sprint(c.hub.formerNames(sessions)); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.hub.Project, c.hub.Dir, got, c.want)
		}
	}
}
