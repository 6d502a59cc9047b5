package items

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Of several files of one id in the folders of years one counts, and the others are named as bad. A Writer makes one only, so the others were put
// there by something else, and which counts must not be for that to say: an old year's folder or a name that sorts first would be enough to take
// what a person approved out of every answer.

// choose is the index of the file that counts, of files of one id sorted by path: one that somebody vouches for before any other, then the one in
// the folder where a Writer makes it, then the first path.
func (s *Store) choose(files []File) int {
	best, most := 0, -1
	for i, f := range files {
		if worth := s.worth(f); worth > most {
			best, most = i, worth
		}
	}
	return best
}

func (s *Store) worth(f File) int {
	year, worth := f.ID.year(), 0
	if s.Vouched != nil || year == "" {
		b, _, err := s.readFile(f.Path)
		if err != nil {
			return 0
		}
		if s.Vouched != nil && s.Vouched(b) {
			worth = 2
		}
		// An older version of a file is vouched for as well; it stands at home only where the file itself does.
		if it, err := Parse(b); err == nil && year == "" && !it.Created.IsZero() {
			year = it.Created.UTC().Format("2006")
		}
	}
	if year == path.Base(path.Dir(f.Path)) {
		worth++
	}
	return worth
}

// settle decides between the files of one id: twice holds those whose id another listed file has. What does not count becomes bad.
func (s *Store) settle(l *listing) {
	if len(l.twice) == 0 {
		return
	}
	byID := map[ID][]File{}
	for _, f := range l.twice {
		byID[f.ID] = append(byID[f.ID], f)
	}
	all := slices.Concat(l.dirs...)
	for i, f := range all {
		if len(byID[f.ID]) == 0 {
			continue
		}
		files := append([]File{f}, byID[f.ID]...) // directories are read in order: sorted
		n := s.choose(files)
		all[i] = files[n]
		for _, other := range slices.Delete(slices.Clone(files), n, n+1) {
			l.reject(other.Path, "the same id as "+files[n].Path+"; delete one")
		}
	}
	slices.SortFunc(all, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	l.dirs = l.dirs[:0:0]
	for start, i := 0, 1; i <= len(all); i++ {
		if i == len(all) || path.Dir(all[i].Path) != path.Dir(all[start].Path) {
			l.dirs, start = append(l.dirs, all[start:i]), i
		}
	}
}

// inYears are the files of an id in the folders of years, as a listing takes them, sorted by path.
func (s *Store) inYears(id ID, years []string) (files []File) {
	for _, year := range years {
		rel := path.Join(ItemsDir, year, string(id)+Ext)
		e, err := lstat(filepath.Join(s.Dir, filepath.FromSlash(rel)))
		if err != nil {
			continue
		}
		e.name = path.Base(rel)
		if f, why := check(rel, e, false); why == "" {
			files = append(files, f)
		}
	}
	return files
}
