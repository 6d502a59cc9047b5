package projections

import (
	"sort"
	"strings"
)

// known is one path that the sources hold as a file: where its document stands, and where the newest word on its size and times.
type known struct{ doc, stat place }

// live lays the sources, newest first, over each other and returns what they hold as files, sorted by path. ok is false where they
// contradict each other, so that only the files can tell.
func live(sources []source) (rows []known, ok bool) {
	total := 0
	for _, s := range sources {
		total += s.len()
	}
	rows = make([]known, 0, total)
	next := make([]int, len(sources))
	for {
		first, alone, limit := -1, true, ""
		for i, s := range sources {
			if next[i] == s.len() {
				continue
			}
			switch p := s.path(next[i]); {
			case first < 0:
				first = i
			case p < sources[first].path(next[first]):
				limit, alone, first = sources[first].path(next[first]), true, i
			case p == sources[first].path(next[first]):
				alone = false
			case limit == "" || p < limit:
				limit = p
			}
		}
		switch {
		case first < 0:
			return rows, true
		case alone:
			if rows, ok = liveRun(rows, sources[first], first, next, limit); !ok {
				return nil, false
			}
		default:
			var row known
			if row, ok = liveOne(sources, sources[first].path(next[first]), next); !ok {
				return nil, false
			}
			if row.doc != nowhere {
				rows = append(rows, row)
			}
		}
	}
}

// liveRun takes the rows of one source up to the first path of another one ("" = all).
func liveRun(rows []known, s source, i int, next []int, limit string) ([]known, bool) {
	end := s.len()
	if limit != "" {
		from := next[i]
		end = from + sort.Search(end-from, func(n int) bool { return s.path(from+n) >= limit })
	}
	for row := next[i]; row < end; row++ {
		switch s.kind(row) {
		case kindItem, kindBad:
			at := place{int32(i), int32(row)}
			rows = append(rows, known{at, at})
		case kindTouched:
			return nil, false // of nothing
		}
	}
	next[i] = end
	return rows, true
}

// liveOne takes one path that several sources hold; a doc of nowhere where it is gone.
func liveOne(sources []source, path string, next []int) (known, bool) {
	v := versions(sources, path, next)
	if v.doc == nowhere && v.newest != nowhere && sources[v.newest.source].kind(int(v.newest.row)) == kindTouched {
		return known{}, false
	}
	if v.doc != nowhere {
		same, err := sameBytes(sources, v.newest, v.doc)
		if err != nil || !same {
			return known{}, false
		}
	}
	return known{v.doc, v.newest}, true
}

// pathVersions is what the sources say of one path.
type pathVersions struct {
	newest place // the newest word of any kind
	doc    place // the document that holds; nowhere where the path is gone or was never read
}

// versions asks the sources, newest first, about a path that stands at next in those that hold it, and steps over it. A touched row renews
// the stat of an older document; a removed row hides everything older.
func versions(sources []source, path string, next []int) pathVersions {
	v := pathVersions{nowhere, nowhere}
	closed := false
	for i, s := range sources {
		row := next[i]
		if row >= s.len() || s.path(row) != path {
			continue
		}
		next[i]++ // also past older versions
		here := place{int32(i), int32(row)}
		if v.newest == nowhere {
			v.newest = here
		}
		if closed {
			continue
		}
		switch s.kind(row) {
		case kindRemoved:
			closed = true
		case kindItem, kindBad:
			v.doc, closed = here, true
		}
	}
	return v
}

// folderOf is the directory of a path, with its slash.
func folderOf(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }
