//go:build !windows

package main

import (
	"os"
	"strconv"
	"syscall"

	"github.com/factline/memory/hook"
	"golang.org/x/sys/unix"
)

// apart is a session of its own: what ends the agent's does not end it.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// behind is how much less than others a process counts that nobody waits for, as nice(1) has it.
const behind = 10

// stepAside lets everybody else go first where a hook started this process: in a group of its own, which names all of its threads.
func stepAside(s *streams) {
	if s.getenv(hook.GuardVariable) != "" && unix.Getpgrp() == os.Getpid() {
		_ = unix.Setpriority(unix.PRIO_PGRP, 0, behind)
		// Where Linux gives each session a share of its own, only this says that the share is a small one.
		_ = os.WriteFile("/proc/self/autogroup", []byte(strconv.Itoa(behind)), 0)
	}
}
