package projections

import (
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/filelock"
)

const (
	evidenceBatch    = 2000             // records a segment when many are new: bounds the memory of one build
	evidenceSegments = 12               // more than so many are merged into one
	evidenceWait     = 10 * time.Minute // for another process that builds: a first build over a large machine takes minutes
)

// openEvidence returns the index with every record that is on disk. One process at a time brings it up to date; the others wait.
// A missing, damaged or foreign index, and one with sessions that are gone, is built anew.
func (p *Projections) openEvidence(ctx context.Context, progress func(done, total int64)) (*evidenceIndex, error) {
	dir := filepath.Join(p.Dir, evidenceDir)
	sessions, err := p.Evidence.Sessions(ctx)
	if err != nil {
		return nil, err
	}
	if ix, err := readEvidence(dir); err == nil {
		if len(ix.missing(sessions)) == 0 && !ix.outlives(sessions) {
			return ix, nil
		}
		ix.close()
	}
	unlock, err := filelock.Lock(ctx, p.evidenceLockPath(), evidenceWait)
	if err != nil {
		return nil, err
	}
	defer unlock()
	ix, err := readEvidence(dir)
	if err == nil && ix.outlives(sessions) {
		ix.close()
		err = errDamaged
	}
	if err != nil {
		if err := os.RemoveAll(dir); err != nil {
			return nil, err
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
		ix = &evidenceIndex{dir: dir, evidenceManifest: evidenceManifest{Version: evidenceVersion}}
	}
	if err := p.growEvidence(ctx, ix, ix.missing(sessions), progress); err != nil {
		ix.close()
		return nil, err
	}
	return ix, nil
}

// missing lists the sessions whose records changed since they were indexed.
func (ix *evidenceIndex) missing(sessions []evidence.Session) []evidence.Session {
	known := map[string]int64{}
	for _, s := range ix.sessions {
		known[s.Dir] = s.Modified
	}
	return slices.DeleteFunc(slices.Clone(sessions), func(s evidence.Session) bool {
		at, ok := known[s.Dir]
		return ok && at == s.Modified
	})
}

// outlives reports whether the index holds a session that is gone or has lost records.
func (ix *evidenceIndex) outlives(sessions []evidence.Session) bool {
	events := map[string]int{}
	for _, s := range sessions {
		events[s.Dir] = s.Events
	}
	return slices.ContainsFunc(ix.sessions, func(s evidenceSession) bool {
		n, ok := events[s.Dir]
		return !ok || n < s.Records
	})
}

// growEvidence indexes what the sessions hold beyond what is indexed, in segments of at most evidenceBatch records, and writes
// the manifest after each, so that a killed build loses one batch.
func (p *Projections) growEvidence(ctx context.Context, ix *evidenceIndex, sessions []evidence.Session, progress func(done, total int64)) error {
	b := evidenceBuilder{ix: ix, analyzer: newAnalyzer()}
	var done, total int64 // records: the sizes of sessions differ by a thousand
	for _, sess := range sessions {
		total += int64(sess.Events)
	}
	for _, sess := range sessions {
		if err := b.session(ctx, p.Evidence, sess); err != nil {
			return err
		}
		if done += int64(sess.Events); progress != nil {
			progress(done, total)
		}
	}
	if err := b.flush(); err != nil {
		return err
	}
	return ix.compact()
}

type evidenceBuilder struct {
	ix       *evidenceIndex
	analyzer *analyzer
	docs     []*document
	rows     []evidenceRow
}

func (b *evidenceBuilder) session(ctx context.Context, store *evidence.Store, sess evidence.Session) error {
	n := slices.IndexFunc(b.ix.sessions, func(s evidenceSession) bool { return s.Dir == sess.Dir })
	if n < 0 {
		n = len(b.ix.sessions)
		b.ix.sessions = append(b.ix.sessions, evidenceSession{Agent: sess.Agent, Session: sess.Session, Dir: sess.Dir})
	}
	b.ix.sessions[n].Project = sess.Project
	seen := 0
	for rec, err := range store.Records(ctx, sess) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			continue // doctor names a line that does not read
		}
		if seen++; seen <= b.ix.sessions[n].Records {
			continue
		}
		if err := b.add(n, rec); err != nil {
			return err
		}
		b.ix.sessions[n].Records = seen
		if len(b.docs) >= evidenceBatch {
			if err := b.flush(); err != nil {
				return err
			}
		}
	}
	b.ix.sessions[n].Modified = sess.Modified
	return nil
}

// add analyses one record: its text, tool and files.
func (b *evidenceBuilder) add(session int, rec evidence.Record) error {
	cut := strings.LastIndexByte(string(rec.ID), '-') + 1
	event, err := hex.DecodeString(string(rec.ID[cut:]))
	if err != nil || len(event) != 6 {
		return fmt.Errorf("evidence id %s is not one of this program's", rec.ID)
	}
	b.ix.sessions[session].Start = string(rec.ID[:cut])
	text := rec.Text + "\n" + rec.Tool + "\n" + strings.Join(rec.Files, "\n")
	c := termCount{freqs: map[string]*[NumFields]uint32{}}
	c.add(Body, b.analyzer.words(text))
	c.add(Idents, b.analyzer.identifiers(text, false))
	row := evidenceRow{session: session, length: c.lens[Body] + c.lens[Idents]}
	copy(row.event[:], event)
	b.docs = append(b.docs, &document{terms: c.sorted(), lens: c.lens})
	b.rows = append(b.rows, row)
	return nil
}

// flush writes what was analysed as one segment, then the manifest, and opens it.
func (b *evidenceBuilder) flush() error {
	ix := b.ix
	if len(b.docs) > 0 {
		s := evidenceSegment{Name: fmt.Sprintf("seg-%06d", ix.Next), Docs: len(b.docs)}
		ix.Next++
		if err := writeText(filepath.Join(ix.dir, s.Name+".text"), b.docs); err != nil {
			return err
		}
		if err := writeEvidenceRows(filepath.Join(ix.dir, s.Name+".rows"), b.rows); err != nil {
			return err
		}
		if err := ix.openSegment(s); err != nil {
			return err
		}
		ix.Segments = append(ix.Segments, s)
		b.docs, b.rows = nil, nil
	}
	ix.Sessions = ix.sessions
	return ix.evidenceManifest.write(ix.dir)
}

// compact merges all segments into one when there are many. The old files go after the manifest no longer names them; a reader
// that has them open reads on, and where an open file cannot be removed it stays until the index is built anew.
func (ix *evidenceIndex) compact() error {
	if len(ix.Segments) <= evidenceSegments {
		return nil
	}
	s := evidenceSegment{Name: fmt.Sprintf("seg-%06d", ix.Next), Docs: len(ix.rows)}
	inputs := make([]textInput, len(ix.texts))
	for i, t := range ix.texts {
		inputs[i] = textInput{terms: t.cursor(), docs: t.docs}
	}
	if err := mergeText(filepath.Join(ix.dir, s.Name+".text"), inputs); err != nil {
		return err
	}
	if err := writeEvidenceRows(filepath.Join(ix.dir, s.Name+".rows"), ix.rows); err != nil {
		return err
	}
	old := ix.Segments
	ix.Next, ix.Segments = ix.Next+1, []evidenceSegment{s}
	if err := ix.evidenceManifest.write(ix.dir); err != nil {
		return err
	}
	ix.close()
	ix.rows, ix.first = nil, nil
	err := ix.openSegment(s)
	for _, o := range old {
		_ = os.Remove(filepath.Join(ix.dir, o.Name+".text"))
		_ = os.Remove(filepath.Join(ix.dir, o.Name+".rows"))
	}
	return err
}
