//go:build unix

package main

import "syscall"

// noCoreDump keeps the system from writing what this process holds into a file when it is killed: a transcript passes through it before it is
// redacted. Only the soft limit is lowered, so a program that we start, such as an editor, may raise it again.
func noCoreDump() {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_CORE, &l) != nil || l.Cur == 0 {
		return
	}
	l.Cur = 0
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &l) // without it the system's own setting holds
}
