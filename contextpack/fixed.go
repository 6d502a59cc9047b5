package contextpack

import "fmt"

// AskToStore is what a stop hook asks of the agent, at most once in some turns. It names no tool of one host.
const AskToStore = "Before you stop: did this session settle something that the next one should know - a decision with its reason, a fix with its cause, " +
	"a convention, a correction by the user? Search memory for it first and store only what is missing, one fact each, with memory_write or " +
	"`memory write`. If there is nothing, say so in one line and stop."

// Canary is a text that proves by its token that the model received what a hook injected.
func Canary(token string) string {
	return fmt.Sprintf("<memory canary> Memory canary %s: it only proves that this text arrived; nothing is to be done.\n</memory canary>", token)
}
