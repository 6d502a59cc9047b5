package writeservice

import (
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// weakness orders the channels from a person at the terminal down; what is unknown is as weak as an import.
func weakness(c Channel) int {
	switch c {
	case items.Human:
		return 0
	case items.Agent:
		return 1
	case items.Tool:
		return 2
	}
	return 3
}

// weakest returns the weaker of two channels, in its canonical name.
func weakest(a, b Channel) Channel {
	return []Channel{items.Human, items.Agent, items.Tool, items.Imported}[max(weakness(a), weakness(b))]
}

func isHuman(c Channel) bool { return c == items.Human }

// limitOf is the best trust that words from a record can have. What a person or the model said in a session lowers nothing: the
// writer answers for it (a person stays a person, an agent an agent). What a tool, the web, a file or the host said does.
func limitOf(r evidence.Record) Channel {
	switch r.Channel {
	case transcript.FromUser, transcript.FromAssistant:
		switch {
		case r.Meta: // written by the host in the user's name
			return items.Tool
		case r.Sidechain: // an agent speaks to an agent
			return items.Agent
		}
		return items.Human
	case transcript.FromTool, transcript.FromWeb, transcript.FromFile, transcript.FromHook:
		return items.Tool
	}
	return items.Imported
}
