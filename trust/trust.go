// Package trust remembers, outside of every repository, which stores this user vouches for, and which item files this machine saw
// being written, approved or vouched for. It judges no text.
//
// A store that came with a clone is not trusted, whatever its files say. A store made here is: its making puts its real path and a random
// key into the user's own state, where no branch can bring, change or delete anything. The key seals item files: a seal is a keyed hash
// that only this machine can have written, so a file that a pull brings is told from one that went through a review here. What a seal
// proves is in decision 10.
//
//	book.go      the user's record of trusted stores
//	place.go     what tells one store from another in its place, and where its key is kept; mark_*.go for each system
//	store.go     one store's key and its seals
//	sign.go      signed records
//	worktree.go  the store of a git worktree, which the main checkout's trust covers
//	legacy.go    the keys that earlier versions kept inside of stores
package trust

import (
	"path/filepath"
	"runtime"
)

// StateDir is where the user's record lies: below $XDG_STATE_HOME or ~/.local/state, on Windows below %LOCALAPPDATA%; "" where there
// is no home, and then nothing is trusted.
func StateDir(home string, getenv func(string) string) string {
	const name = "factline"
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, name)
	}
	if dir := getenv("LOCALAPPDATA"); runtime.GOOS == "windows" && filepath.IsAbs(dir) {
		return filepath.Join(dir, name)
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, ".local", "state", name)
}

// State says how a store stands with this user.
type State string

const (
	Trusted State = "trusted"
	Unknown State = "unknown" // it came with a repository, or from another machine: this user never vouched for it
	Moved   State = "moved"   // this very directory is on record for another place: it was moved
	Changed State = "changed" // this place is on record, but another directory lies there, or its key is gone: the store was replaced
)
