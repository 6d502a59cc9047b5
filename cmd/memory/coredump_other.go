//go:build !unix

package main

// noCoreDump has nothing to do where the system writes no dumps by itself.
func noCoreDump() {}
