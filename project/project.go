// Package project names the project that a directory belongs to, the same name from every clone and worktree.
package project

// FromRemote turns a git remote URL (https, ssh, scp form, with port, trailing slash, .git or not, any case of host) into
// the project's name: the last path element, lower case. It returns "" when the URL has none.
func FromRemote(url string) string { return "" }

// Detect names the project of dir: the origin remote of its repository (worktrees and submodules included), else the
// repository's root folder name, else "". It reads .git files itself and starts no process.
func Detect(dir string) string { return "" }
