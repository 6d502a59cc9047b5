package secrets

import (
	"strings"
	"testing"
)

// drawnByChance is no key of anybody: the letters are those of a random generator.
const drawnByChance = "kV9bSD1s40" + "j9G27i"

func TestASecretMayStandApartFromItsName(t *testing.T) {
	for _, text := range []string{
		"Password (staging): W", "password for the staging db: W", "The password (prod) is `W`", `the root password of db1 is "W"`, "the password for prod is W", "The API key of the weather service is W",
		"API key for prod => W", "secret for webhooks is W", "The admin password was changed to W", "Use W as the admin password", "use `W` as password", "管理员密码改成了 W", "password:\n  W", "Password:\n\n```\nW\n```", "mot de passe : W", "contraseña: W", "パスワード: W", "Пароль: W", "пароль от базы: W",
	} {
		text = strings.ReplaceAll(text, "W", drawnByChance)
		if redacted, _ := Redact(text); strings.Contains(redacted, drawnByChance) {
			t.Errorf("not found in %q", text)
		}
	}
}

func TestWordsBehindANameAreNoSecret(t *testing.T) {
	for _, text := range []string{
		"The password policy was changed to twelve characters", "the password for staging is in the vault", "Password (staging): see 1Password", "API key of the weather service is rotated monthly", "the token of the fence is per pack",
		"The password for prod is stored under secret/prod/db", "secret for webhooks is set by WEBHOOK_SECRET", "Use the vault as the password store", "password:\n  see README", "The API key for v2beta1 is the same",
		"the password hash is bcrypt, changed to argon2id in 2024", "The key for sorting is updatedAt2", "password reset for getUserById2Async is slow", "API key for prod => see deploy/keys.md", "The secret of the team is to test",
		"the token was replaced in commit 3f2a9c1d4b5e6f708192a3b4c5d6e7f809a1b2c3", "password (see RFC 7617): base64", "The access token for eu-west-1b is short lived", "secret: the id is 550e8400-e29b-41d4-a716-446655440000",
	} {
		if redacted, _ := Redact(text); redacted != text {
			t.Errorf("%q becomes %q", text, redacted)
		}
	}
}
