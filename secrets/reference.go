package secrets

import "strings"

// reference reports the address of a value in a vault, or a tag that says how it is read: it opens nothing by itself.
func reference(v string) bool {
	lower := strings.ToLower(v)
	for _, head := range []string{"vault:", "arn:aws", "ssm:", "secretsmanager:", "awskms:", "gcpkms:", "azurekv:", "keyvault:", "sops:", "enc[", "ref+", "secretref:", "keyring:", "keychain:", "env:", "file:", "!vault", "!secret", "!env", "!ref", "!sub", "!getatt", "!include", "!reference"} {
		if strings.HasPrefix(lower, head) {
			return true
		}
	}
	return sortedID(v)
}

// sortedID reports a ULID, whose first sign tells the time: a 0, until long after all of us.
func sortedID(v string) bool {
	if len(v) != 26 || v[0] != '0' || kindsOf(v).digit == len(v) {
		return false
	}
	for i := range len(v) {
		if c := v[i]; !isDigit(c) && !isUpper(c) || strings.IndexByte("ILOU", c) >= 0 {
			return false
		}
	}
	return true
}

// validated reports the rules of a form that stand where a value could: required|string|min:8.
func validated(v string) bool {
	lower := strings.ToLower(v)
	return strings.Contains(lower, "required") || strings.HasPrefix(lower, "nullable|") || strings.HasPrefix(lower, "sometimes|")
}
