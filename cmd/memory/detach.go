package main

import (
	"os"
	"os/exec"

	"github.com/factline/memory/hook"
)

// detach starts this program apart from the agent, with nothing open that belongs to it, and does not wait.
func detach(args []string) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), hook.GuardVariable+"=1")
	cmd.SysProcAttr = apart()
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
