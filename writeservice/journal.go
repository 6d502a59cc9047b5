package writeservice

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
)

// journal tells the writers of one store what others changed since they opened their index: the ids, one a line, appended under
// the lock before each change. An id whose change then failed does no harm. The first line is an epoch; a journal that is
// started anew has another one. It is needed only while writers overlap and may be deleted at any time.
type journal struct{ path string }

// maxJournal bounds the file: a writer that finds it longer starts it anew.
const maxJournal = 256 << 10

// position is how far a reader has read. The zero position is that of a journal that is not there.
type position struct {
	epoch  string
	offset int64 // bytes, always at a line start
}

// end returns the position after the last entry. The caller holds the lock: nothing is under way.
func (j journal) end() (position, error) {
	now, _, err := j.last()
	return now, err
}

// open returns the position from which a reader without the lock must go on: before the last entry, because the change that it
// announces may still be under way. There is at most one such, for there is one lock.
func (j journal) open() (position, error) {
	now, entry, err := j.last()
	now.offset -= entry
	return now, err
}

// maxEntry bounds an entry, in bytes: an id and its line break.
const maxEntry = 1 << 10

// last returns the position after the last entry, and the bytes of that entry, without reading all before it.
func (j journal) last() (now position, entry int64, err error) {
	f, epoch, err := j.begin()
	if f == nil {
		return position{}, 0, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return position{}, 0, fmt.Errorf("read the journal of writers: %w", err)
	}
	first := int64(len(epoch))
	from := max(first, st.Size()-2*maxEntry) // a torn line may stand behind the last entry
	lines, err := wholeLines(f, from)
	if err == nil && len(lines) == 0 && from > first {
		from = first
		lines, err = wholeLines(f, from)
	}
	if len(lines) > 0 {
		entry = int64(len(lines) - 1 - bytes.LastIndexByte(lines[:len(lines)-1], '\n'))
	}
	return position{epoch, from + int64(len(lines))}, entry, err
}

// begin opens the journal and reads its epoch. There is no file where none is there, or where it has no complete line, which is as good as none.
func (j journal) begin() (*os.File, string, error) {
	f, err := plainfile.Open(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", nil
	}
	if err != nil {
		return nil, "", fmt.Errorf("read the journal of writers: %w", err)
	}
	epoch, err := bufio.NewReaderSize(f, 256).ReadString('\n')
	if err == nil {
		return f, epoch, nil
	}
	f.Close()
	if errors.Is(err, io.EOF) {
		return nil, "", nil
	}
	return nil, "", fmt.Errorf("read the journal of writers: %w", err)
}

// wholeLines reads a journal from an offset on. A torn last line is of a writer that was killed before its change.
func wholeLines(f *os.File, from int64) ([]byte, error) {
	b, err := io.ReadAll(io.NewSectionReader(f, from, 2*maxJournal))
	if err != nil {
		return nil, fmt.Errorf("read the journal of writers: %w", err)
	}
	return b[:bytes.LastIndexByte(b, '\n')+1], nil
}

// since returns the ids that were appended after p, and the new position. known is false when they are not all that came after p,
// but those of a journal that was started anew meanwhile.
func (j journal) since(p position) (ids []items.ID, now position, known bool, err error) {
	f, epoch, err := j.begin()
	if err != nil {
		return nil, p, false, err
	}
	if f == nil {
		return nil, position{}, p == position{}, nil
	}
	defer f.Close()
	from := int64(len(epoch))
	if known = epoch == p.epoch; known {
		from = p.offset
	}
	b, err := wholeLines(f, from)
	if err != nil {
		return nil, p, false, err
	}
	now = position{epoch, from + int64(len(b))}
	for line := range strings.Lines(string(b)) {
		ids = append(ids, items.ID(strings.TrimSuffix(line, "\n")))
	}
	return ids, now, known, nil
}

// touch appends an id. The caller holds the lock. salt, with a number that counts up, makes the epoch of a new journal differ from
// those before.
func (j journal) touch(salt string, id items.ID) error {
	line := string(id) + "\n"
	st, err := os.Lstat(j.path)
	if err != nil || !st.Mode().IsRegular() || st.Size() == 0 || st.Size() > maxJournal {
		return atomicfile.Write(j.path, []byte(j.nextEpoch(salt)+line), 0o600)
	}
	f, err := plainfile.OpenInPlace(j.path, os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], st.Size()-1)
	if err == nil {
		if last[0] != '\n' {
			line = "\n" + line // ends a torn line; it names an item that was not changed
		}
		_, err = f.WriteString(line)
	}
	return errors.Join(err, f.Close())
}

func (j journal) nextEpoch(salt string) string {
	n := 0
	if now, err := j.end(); err == nil {
		fmt.Sscanf(now.epoch, "epoch %d", &n)
	}
	return fmt.Sprintf("epoch %d %s\n", n+1, salt)
}
