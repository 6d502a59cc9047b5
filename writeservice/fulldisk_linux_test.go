package writeservice

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/factline/memory/items"
)

// TestAFullDiskKeepsWritesForLater fills a small file system of its own. It needs the right to mount one, as root or in a namespace.
func TestAFullDiskKeepsWritesForLater(t *testing.T) {
	cmd := child(t, childJob{Kind: "fulldisk", Dir: t.TempDir()})
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.Output()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSPC) || string(out) == "no mount\n" {
		t.Skipf("this machine lets no test mount a file system (%v %s)", err, out)
	}
	if err != nil {
		t.Fatal(err)
	}
	var got fullDiskResult
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if got.First != Pending || got.Replayed != Written || got.Waiting != 0 || got.Refused == "" {
		t.Errorf("got %+v; want the write pending, then written once there is space, and one longer than the reserve refused", got)
	}
}

type fullDiskResult struct {
	First    Outcome
	Refused  string // why a record that is longer than the reserve was not kept
	Replayed Outcome
	Waiting  int
}

func fullDiskChild(dir string) error {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
		fmt.Println("no mount")
		return nil
	}
	s := serviceAt(dir, 0)
	ctx := context.Background()
	if _, err := s.Write(ctx, Draft{Item: fact("The first fact", ""), Channel: items.Human}); err != nil {
		return err
	}
	ballast := filepath.Join(dir, "ballast")
	if err := fill(ballast); err != nil {
		return err
	}
	var got fullDiskResult
	r, err := s.Write(ctx, Draft{Item: fact("Written on a full disk", ""), Channel: items.Human})
	if err != nil {
		return err
	}
	got.First = r.Status
	long := fact("A long story", "")
	for len(long.Body) < reserveSize {
		long.Body += "word "
	}
	if _, err := s.Write(ctx, Draft{Item: long, Channel: items.Human}); err != nil {
		got.Refused = err.Error()
	}
	if err := os.Remove(ballast); err != nil {
		return err
	}
	replayed, err := s.Replay(ctx)
	if err != nil || len(replayed) != 1 {
		return fmt.Errorf("replayed %v, %w", replayed, err)
	}
	got.Replayed = replayed[0].Status
	state, err := s.PendingState(ctx)
	if err != nil {
		return err
	}
	got.Waiting = len(state.Waiting) + len(state.Dead)
	return json.NewEncoder(os.Stdout).Encode(got)
}

// fill writes until the file system has no byte left.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for size := 64 << 10; size > 0; {
		_, err := f.Write(make([]byte, size))
		switch {
		case errors.Is(err, syscall.ENOSPC):
			size /= 2
		case err != nil:
			return err
		}
	}
	_, err = io.WriteString(f, "x")
	if errors.Is(err, syscall.ENOSPC) {
		return nil
	}
	return fmt.Errorf("the disk is not full: %w", err)
}
