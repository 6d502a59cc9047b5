// Package config reads the settings of a store: config.yaml, where every key has a default. It is strict: an unknown key, a wrong type
// or a value out of range is an error that names file and line. It never holds a secret: an API key is named by the variable of the
// environment that carries it.
package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/factline/memory/internal/plainfile"
)

// FileName is the name of the settings inside a store.
const FileName = "config.yaml"

// maxBytes bounds a settings file.
const maxBytes = 64 << 10

// Config is every setting with its value. Default gives the values of a store without a file.
type Config struct {
	Project Project
	Pack    Pack
	Hook    Hook
	Profile Profile
	Privacy Privacy
	Embed   Embed
}

// Project names the project that a store belongs to.
type Project struct {
	Name string // "" = by the git remote, else the folder
}

// Pack bounds what a prompt gets.
type Pack struct {
	Budget int     // tokens of a pack where the caller names none
	Floor  float64 // least relevance, 0..1
}

// Hook bounds what happens inside an agent.
type Hook struct {
	Inject       bool // false: hooks capture and inject nothing
	PromptBudget int  // tokens for one user prompt
	BootBudget   int  // tokens at the start of a session
	DeadlineMS   int  // milliseconds until a hook answers with what it has
	AskEvery     int  // user turns between two requests to store what was learned; 0 = never
}

// Profile bounds the managed blocks of CLAUDE.md, AGENTS.md and their like.
type Profile struct {
	Budget int // tokens of one block
}

// Privacy names the kinds of personal data that are masked in evidence and in what agents are given.
type Privacy struct {
	Mask []string // of the names in MaskKinds, sorted
}

// Embed names the endpoint that makes vectors. Provider "static" is the table in the binary and connects nowhere; "none" makes none.
type Embed struct {
	Provider string // static, openai, ollama or none
	Endpoint string // base address
	Model    string
	Dim      int    // length of the model's vectors
	KeyEnv   string // the variable of the environment that holds the key
	Sentence bool   // items get second vectors beside the table's, of the sentence model in the binary
}

// Default is the configuration of a store without a file.
func Default() Config {
	var c Config
	for _, k := range Keys {
		if k.Default == "" {
			continue
		}
		if err := k.set(&c, k.Default); err != nil {
			panic(fmt.Sprintf("default of %s: %v", k.Path, err)) // a test reads every default
		}
	}
	return c
}

// Standing is whose word a settings file is.
type Standing int

const (
	Foreign Standing = iota // nobody here vouches for it: it can only restrict, a key that would allow more than base keeps the value of base
	Shared                  // a project's, which others can change: all but the keys that are the user's own
	Own                     // the user's
)

// Read returns the settings file of the store at dir, nil where it has none.
func Read(dir string) ([]byte, error) {
	path := filepath.Join(dir, FileName)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxBytes {
		return nil, fmt.Errorf("%s is not a plain file of at most %d bytes: move it away", path, maxBytes)
	}
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxBytes))
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	return b, nil
}
