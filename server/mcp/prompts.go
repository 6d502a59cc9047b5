package mcp

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/recall"
)

// prompt is what a person can start with in a client. Its words are static; what the memory adds comes in its fence.
type prompt struct {
	name, about string
	argument    string // its one argument, "" = none
	meaning     string
	needed      bool
	text        string // %s is the argument
	recall      func(ctx context.Context, c *call, argument string) (string, error)
}

// prompts lists them in the order in which the documentation shows them.
func prompts() []prompt {
	return []prompt{
		{
			name: "recall_context", about: "Start a task with what the project knows about it.", argument: "task", meaning: "what you are about to do", needed: true,
			text: "I am about to start this task: %s\n\nBelow is what the project's memory holds for it. Say in a few lines what of it matters, which of it you would check first, and what is missing. Read items in full with memory_read where one line is not enough.",
			recall: func(ctx context.Context, c *call, task string) (string, error) {
				return wordsOf(boot(ctx, c, bootIn{Task: task}))
			},
		},
		{
			name: "session_handoff", about: "Leave unfinished work to the next session.", argument: "objective", meaning: "what the work is for",
			text: "We stop here. %s\nWrite a handoff with memory_write (type handoff; title: the goal in one sentence; body: lines under done:, pending:, decisions:, next:, verify: and blockers:). Name files and commands exactly, first step first, and only what you did or saw yourself.",
		},
		{
			name: "detect_patterns", about: "Look for what keeps coming back.", argument: "topic", meaning: "where to look; all of the project without it",
			text:   "Look at what the project learned lately%s. Find what keeps coming back: the same mistake, the same question, a rule that everybody follows and nobody wrote down, facts that contradict each other. For each, name the items it rests on. Propose a lesson or procedure with memory_write only where at least two items support it; it will wait for a person's review.",
			recall: func(ctx context.Context, c *call, topic string) (string, error) { return patterns(ctx, c, topic) },
		},
		{
			name: "before_answering", about: "Check the memory before a question about this project is answered.", argument: "question", meaning: "the question", needed: true,
			text:   "Before you answer this question, look at what the project's memory holds for it: %s\n\nAnswer from what is below where it fits, and name the ids you relied on. If it does not answer the question, say so, find out, and answer then. If you find that something below is wrong, correct it with memory_write.",
			recall: answering,
		},
		{
			name: "end_of_task", about: "Keep what this task taught.",
			text: "The task is done. Go through what happened and save with memory_write only what will still matter in a month, one fact an item: decisions with their reason, facts that took work to find, corrections of what the memory had wrong (supersedes), lessons (what to do, when, why). Cite the words that were said as evidence. Save nothing that stands in the code, no secrets, no guesses; nothing at all is a good answer.",
		},
	}
}

func wordsOf(p packed, err error) (string, error) { return p.words(), err }

func answering(ctx context.Context, c *call, question string) (string, error) {
	p, err := c.Pack(ctx, hub.PackRequest{Query: recall.Query{Text: question}, Door: "mcp"})
	if err != nil {
		return "", err
	}
	return c.fromPack(p, false).words(), nil
}

func patterns(ctx context.Context, c *call, topic string) (string, error) {
	if topic == "" {
		l, err := recent(ctx, c, recentIn{Limit: maxLimit})
		return l.words(), err
	}
	return wordsOf(search(ctx, c, searchIn{Query: topic, Limit: maxLimit}))
}

func (s *server) addPrompts(p *sdk.Server) {
	for _, one := range prompts() {
		declared := &sdk.Prompt{Name: one.name, Description: one.about}
		if one.argument != "" {
			declared.Arguments = []*sdk.PromptArgument{{Name: one.argument, Description: one.meaning, Required: one.needed}}
		}
		p.AddPrompt(declared, s.promptHandler(one))
	}
}

// promptHandler fills a prompt. Where the memory cannot be asked the prompt says so and stands all the same: it is a person's.
func (s *server) promptHandler(one prompt) sdk.PromptHandler {
	return func(ctx context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		argument := strings.TrimSpace(r.Params.Arguments[one.argument])
		if one.needed && argument == "" {
			return nil, fault(fmt.Errorf("%s needs the argument %s: %s", one.name, one.argument, one.meaning), jsonrpc.CodeInvalidParams)
		}
		text := one.text
		if strings.Contains(text, "%s") {
			said := argument
			if one.name == "detect_patterns" && said != "" {
				said = " about " + said
			}
			text = fmt.Sprintf(text, said)
		}
		if one.recall != nil {
			text += "\n\n" + s.recalled(ctx, r.Session, one, argument)
		}
		return &sdk.GetPromptResult{
			Description: one.about,
			Messages:    []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}},
		}, nil
	}
}

func (s *server) recalled(ctx context.Context, session *sdk.ServerSession, one prompt, argument string) string {
	c, err := s.begin(ctx, session, false)
	if err != nil {
		return fmt.Sprintf("(the memory could not be asked: %v)", fault(err, jsonrpc.CodeInternalError))
	}
	defer c.end()
	text, err := one.recall(ctx, c, argument)
	if err != nil {
		return fmt.Sprintf("(the memory could not be asked: %v)", fault(err, jsonrpc.CodeInternalError))
	}
	return text
}
