package main

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// startup is how long the main thread of this process has run and waited for a CPU, since before the program was loaded into it. It slept
// hardly, so the sum is how old the process is, and what a script slept that became this process is not in it. Both are 0 on a kernel that keeps
// no such account.
func startup() (ran, waited time.Duration) {
	b, err := os.ReadFile("/proc/self/schedstat")
	if err != nil {
		return 0, 0
	}
	var ns [2]int64
	fields := bytes.Fields(b)
	for i := range min(len(fields), len(ns)) {
		if ns[i], err = strconv.ParseInt(string(fields[i]), 10, 64); err != nil || ns[i] < 0 {
			return 0, 0
		}
	}
	return time.Duration(ns[0]), time.Duration(ns[1])
}
