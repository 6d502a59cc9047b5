package hub

import (
	"fmt"
	"strings"
)

// nameWaiting adds to what doctor says of the evidence which sessions wait to be brought in: hooks kept something of them, and no end came.
func (h *Hub) nameWaiting(c *Check) {
	const named = 3
	waiting, err := h.silent()
	if err != nil || len(waiting) == 0 {
		return
	}
	var names []string
	for _, one := range waiting[:min(named, len(waiting))] {
		names = append(names, fmt.Sprintf("%s %.40s", one.Agent, oneLine(one.Session)))
	}
	if more := len(waiting) - named; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	c.Detail += fmt.Sprintf("; %s without an end (%s): the next session, memory ingest --all or memory harvest brings in what hooks kept",
		count(len(waiting), "session"), strings.Join(names, ", "))
}
