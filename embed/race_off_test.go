//go:build !race

package embed_test

const raceDetector = false
