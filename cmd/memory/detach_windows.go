package main

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/factline/memory/hook"
	"golang.org/x/sys/windows"
)

// detach starts this program without a console and in a process group of its own, and does not wait.
func detach(args []string) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(exe, args...)
	cmd.Env = append(os.Environ(), hook.GuardVariable+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
