//go:build !windows

package main

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/factline/memory/hook"
)

// detach starts this program in a session of its own, with nothing open that belongs to the agent, and does not wait.
func detach(args []string) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), hook.GuardVariable+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
