package hook

import (
	"strconv"
	"strings"
)

// EachCall reports an event that the host tells before every call of the model, having none for the start of a session.
func (c Call) EachCall() bool { return c.Shape() == InjectSteps }

// newer reports that version is one of first or later, by the numbers from left to right: 3.20.17 is later than 3.9. first has one version for
// each way in which the host counts: a year is compared with a year. What is no version is not newer.
func newer(version string, first []string) bool {
	have := numbers(version)
	for _, f := range first {
		want := numbers(f)
		if len(have) < len(want) || (have[0] >= years) != (want[0] >= years) {
			continue
		}
		for i := range want {
			if have[i] != want[i] {
				return have[i] > want[i]
			}
		}
		return true
	}
	return false
}

// years is where a first number is taken for a year.
const years = 1000

// numbers reads 3.20.17-beta as 3, 20, 17; nil where anything else is in it.
func numbers(version string) (list []int) {
	version, _, _ = strings.Cut(version, "-")
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil
		}
		list = append(list, n)
	}
	return list
}
