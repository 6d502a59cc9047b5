package mcp

//lint:file-ignore SA1019 the protocol retires roots, and the clients that people have still send them

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/factline/memory/hub"
)

// rootsWait bounds how long the first call waits for the client to name its directories. A client that promised and does not answer is
// served from the working directory.
const rootsWait = 500 * time.Millisecond

// roots are the directories that the client works in, asked for once and again when it says that they changed.
type roots struct {
	mu    sync.Mutex
	known bool
	dirs  []string
}

func (r *roots) forget() {
	r.mu.Lock()
	r.known = false
	r.mu.Unlock()
}

// directory is where the client works: the first of its roots that has a store above it, else its first root, else where this process
// was started, each by the name that it has now.
func (s *server) directory(ctx context.Context, session *sdk.ServerSession) (string, error) {
	s.roots.mu.Lock()
	defer s.roots.mu.Unlock()
	if !s.roots.known && !asksBack(session) {
		s.roots.dirs, s.roots.known = askRoots(ctx, session), true
	}
	var first string
	for _, dir := range s.roots.dirs {
		if dir = s.follow(dir); !isDirectory(dir) {
			continue
		}
		if first == "" {
			first = dir
		}
		if place, err := hub.Locate("", dir, s.o.Home, func(string) string { return "" }); err == nil && place.Why == "project" {
			return dir, nil
		}
	}
	switch {
	case first != "":
		return first, nil
	case len(s.roots.dirs) > 0:
		return "", fmt.Errorf("the directory %s that the client works in was %w", s.roots.dirs[0], errGone)
	}
	return s.here()
}

// askRoots asks the client for its directories.
func askRoots(ctx context.Context, session *sdk.ServerSession) []string {
	if !hasRoots(session) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, rootsWait)
	defer cancel()
	answer, err := session.ListRoots(ctx, nil)
	if err != nil {
		return nil
	}
	return directories(answer)
}

func hasRoots(session *sdk.ServerSession) bool {
	p := session.InitializeParams()
	return p != nil && p.Capabilities != nil && p.Capabilities.RootsV2 != nil
}

// directories are those roots that are there.
func directories(answer *sdk.ListRootsResult) (dirs []string) {
	for _, root := range answer.Roots {
		if dir, ok := filePath(root.URI, runtime.GOOS); ok {
			if isDirectory(dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs
}

// noQuestions is the protocol from which on a server may ask its client only by the answer to a call, which then comes again.
const noQuestions = "2026-07-28"

func asksBack(session *sdk.ServerSession) bool {
	p := session.InitializeParams()
	return p != nil && p.ProtocolVersion >= noQuestions
}

// rootsBack is the answer that asks such a client for its roots before its first call is carried out; nil = carry it out.
func (s *server) rootsBack(r *sdk.CallToolRequest) *sdk.CallToolResult {
	const key = "roots"
	s.roots.mu.Lock()
	defer s.roots.mu.Unlock()
	if s.roots.known || !asksBack(r.Session) || !hasRoots(r.Session) {
		return nil
	}
	if r.Params.InputResponses == nil {
		return &sdk.CallToolResult{InputRequests: sdk.InputRequestMap{key: &sdk.ListRootsParams{}}}
	}
	s.roots.known = true
	if answer, ok := r.Params.InputResponses[key].(*sdk.ListRootsResult); ok && answer != nil {
		s.roots.dirs = directories(answer)
	}
	return nil
}

// filePath is the path that a file URI names on a system.
func filePath(uri, system string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" || u.Host != "" && u.Host != "localhost" {
		return "", false
	}
	path := u.Path
	if system == "windows" {
		path = strings.TrimPrefix(path, "/") // file:///C:/src
	}
	return filepath.FromSlash(path), true
}

// watchRoots forgets the roots when the client says that they changed.
func (s *server) watchRoots(o *sdk.ServerOptions) {
	o.RootsListChangedHandler = func(context.Context, *sdk.RootsListChangedRequest) {
		s.roots.forget()
		s.used.forget() // another directory is another memory
	}
}
