package secrets

import "strings"

// placeholder reports whether a value stands for a secret instead of being one.
func placeholder(v string) bool {
	if v == "" || variable(v) || strings.Contains(v, "[REDACTED") || oneByte(v) {
		return true
	}
	if strings.Contains(v, "xxx") || strings.Contains(v, "XXX") { // XXx is one of chance
		return true
	}
	lower := strings.ToLower(v)
	switch strings.TrimRight(lower, "0123456789!.") {
	case "password", "passwd", "pass", "secret", "token", "key", "test", "apikey", "api_key", "api-key", "string", "value", "none", "null", "nil", "true", "false", "undefined", "testpass", "testpassword":
		return true
	}
	for _, word := range placeholderWords {
		if strings.Contains(lower, word) {
			return true
		}
	}
	// The alphabet makes a short value a stand-in; a long one may begin with it by chance of whoever replaced a real key.
	return len(lower) < 40 && (strings.Contains(lower, "abcdefghijkl") || strings.Contains(lower, "0123456789abcdef")) || repeats(lower)
}

// placeholderWords make a value a placeholder wherever they stand in it.
var placeholderWords = []string{
	"example", "placeholder", "changeme", "change_me", "change-me", "change-this", "changethis", "your-", "your_", "yourapi", "yourtoken", "yourkey", "yoursecret", "yourpass",
	"redacted", "dummy", "****", "...", "fake", "insert", "replace_", "replace-", "replaceme", "not-a-real", "notreal", "<your", "todo", "my-secret", "my_secret", "mysecret",
	"test-key", "test_key", "testkey", "test-token", "test_token", "my-token", "my_token", "my-api", "my_api", "…", "•••", "dont-leak",
}

// variable reports a reference to a value that is elsewhere: ${VAR}, $VAR, {{ x }}, <token>, %VAR%, @VAR@, $(command).
func variable(v string) bool {
	switch {
	case strings.HasPrefix(v, "${"), strings.HasPrefix(v, "$("), strings.HasPrefix(v, "{{"), strings.HasPrefix(v, "$$"), strings.HasPrefix(v, "<"), strings.HasPrefix(v, "{") && strings.HasSuffix(v, "}"):
		return true
	case len(v) > 5 && v[0] == '%' && isDigit(v[1]) && isHex(v[2:3]) && !strings.HasSuffix(v, "%"): // an encoded sign
	case strings.HasPrefix(v, "$"), strings.HasPrefix(v, "@"), strings.HasPrefix(v, "%"):
		name := strings.TrimPrefix(strings.Trim(v, "$@%{}"), "env:")
		return name != "" && (strings.ToUpper(name) == name || strings.ToLower(name) == name) && wordOnly(name)
	}
	return strings.Contains(v, "${") || strings.Contains(v, "{{")
}

func wordOnly(s string) bool {
	for i := range len(s) {
		if !isAlnum(s[i]) && s[i] != '_' {
			return false
		}
	}
	return true
}

// oneByte reports xxxxx, ***, 00000.
func oneByte(v string) bool {
	for i := range len(v) {
		if v[i] != v[0] {
			return false
		}
	}
	return true
}

// repeats reports a value of one short piece said over and over, such as abcabcabc or 123123123.
func repeats(v string) bool {
	for n := 1; n <= 4 && n*3 <= len(v); n++ {
		if v[n:] == v[:len(v)-n] {
			return true
		}
	}
	return false
}
