package main

import (
	"syscall"

	"golang.org/x/sys/windows"
)

// apart is a process group of its own, without a console.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.DETACHED_PROCESS | windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
}

// stepAside does nothing: a process without a console is no hurry here.
func stepAside(*streams) {}
