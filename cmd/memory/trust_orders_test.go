package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestTrustNamesTheFirstOrdersAndCountsTheRest(t *testing.T) {
	for _, tt := range []struct{ orders, lines, more int }{{0, 0, 0}, {freshTold, freshTold, 0}, {freshTold + 3, freshTold + 1, 3}} {
		titles := make([]string, tt.orders)
		for i := range titles {
			titles[i] = fmt.Sprintf("mem-%d Order", i)
		}
		var out strings.Builder
		tellFresh(&out, "tells agents what to do", titles, "")
		if lines := strings.Count(out.String(), "\n"); lines != tt.lines {
			t.Errorf("%d orders: %d lines, want %d", tt.orders, lines, tt.lines)
		}
		if more := fmt.Sprintf("and %d more", tt.more); strings.Contains(out.String(), more) != (tt.more > 0) {
			t.Errorf("%d orders: the rest is not counted: %s", tt.orders, out.String())
		}
	}
}
