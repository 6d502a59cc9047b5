//go:build !windows

package main

import "syscall"

// apart is a session of its own: what ends the agent's does not end it.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
