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

// position returns the end of the journal as it is now.
func (j journal) position() (position, error) {
	_, now, _, err := j.since(position{})
	return now, err
}

// since returns the ids that were appended after p, and the new position. known is false when it cannot tell: the journal was
// started anew meanwhile.
func (j journal) since(p position) (ids []items.ID, now position, known bool, err error) {
	f, err := os.Open(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, position{}, p == position{}, nil
	}
	if err != nil {
		return nil, p, false, fmt.Errorf("read the journal of writers: %w", err)
	}
	defer f.Close()
	epoch, err := bufio.NewReaderSize(f, 256).ReadString('\n')
	if errors.Is(err, io.EOF) { // no complete line: as good as none
		return nil, position{}, p == position{}, nil
	}
	if err != nil {
		return nil, p, false, fmt.Errorf("read the journal of writers: %w", err)
	}
	from := int64(len(epoch))
	if known = epoch == p.epoch; known {
		from = p.offset
	}
	b, err := io.ReadAll(io.NewSectionReader(f, from, 2*maxJournal))
	if err != nil {
		return nil, p, false, fmt.Errorf("read the journal of writers: %w", err)
	}
	b = b[:bytes.LastIndexByte(b, '\n')+1] // a torn last line is of a writer that was killed before its change
	now = position{epoch, from + int64(len(b))}
	if !known {
		return nil, now, false, nil
	}
	for line := range strings.Lines(string(b)) {
		ids = append(ids, items.ID(strings.TrimSuffix(line, "\n")))
	}
	return ids, now, true, nil
}

// touch appends ids. The caller holds the lock. salt, with a number that counts up, makes the epoch of a new journal differ from
// those before.
func (j journal) touch(salt string, ids ...items.ID) error {
	var lines strings.Builder
	for _, id := range ids {
		lines.WriteString(string(id) + "\n")
	}
	st, err := os.Lstat(j.path)
	if err != nil || !st.Mode().IsRegular() || st.Size() == 0 || st.Size() > maxJournal {
		return atomicfile.Write(j.path, []byte(j.nextEpoch(salt)+lines.String()), 0o600)
	}
	f, err := os.OpenFile(j.path, os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], st.Size()-1)
	if err == nil {
		text := lines.String()
		if last[0] != '\n' {
			text = "\n" + text // ends a torn line; it names an item that was not changed
		}
		_, err = f.WriteString(text)
	}
	return errors.Join(err, f.Close())
}

func (j journal) nextEpoch(salt string) string {
	n := 0
	if now, err := j.position(); err == nil {
		fmt.Sscanf(now.epoch, "epoch %d", &n)
	}
	return fmt.Sprintf("epoch %d %s\n", n+1, salt)
}
