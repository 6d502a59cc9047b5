package firewall

// also are second signs of lures whose triggers are everyday words of a software team ("post" stands in postgres, "tool" anywhere): one of them
// stands in every match as well. With both, the slow patterns run over few texts, and most processes compile none. nil = none are known.
func (l lure) also() []string {
	switch l.name {
	case "to_the_model":
		return []string{"to you", "dear ", "hey ", "hello ", "hi ", "attention ", "note to ", "message", "instruction", "if you"}
	case "reveal_prompt":
		return []string{"your", "initial", "hidden", "entire", "original", "full", "above", "first", "secret", "confidential", "previous", "exact"}
	case "conceal":
		return []string{"user", "human", "developer", "operator", "anyone", "owner", "person"}
	case "tool_lure":
		return []string{"<", "before you can", "you must ", "you need to ", "you have to ", "you should "}
	case "exfiltrate":
		return []string{"http", "@", "attacker", "webhook", "external", "remote server", "my server"}
	case "memory_lure":
		return []string{" your ", "remember", "future", "subsequent"}
	}
	return nil
}
