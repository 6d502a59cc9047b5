package secrets

import (
	"strings"
	"testing"
)

// Each notation with words that are a password, and with words that say something of one.
func TestAPasswordOfLettersAloneIsFoundByItsNotation(t *testing.T) {
	for name, format := range map[string]string{
		"YAML":                    "db:\n  user: app\n  password: @\n",
		"YAML alone":              "password: @",
		"JSON":                    `{"user": "app", "password": "@"}`,
		"JSON-RPC":                `{"jsonrpc":"2.0","method":"login","params":{"user":"app","password":"@"},"id":1}`,
		"JSON-RPC by place":       `{"jsonrpc":"2.0","method":"login","params":["app","@"],"id":1}`,
		"JSON in JSON":            `{"text":"{\"password\":\"@\"}"}`,
		"environment":             "DB_HOST=db\nDB_PASSWORD=@\nDB_PORT=5432\n",
		"export":                  "export PGPASSWORD=@",
		"before a command":        "PGPASSWORD=@ psql -h db app",
		"docker -e":               "docker run -e MYSQL_ROOT_PASSWORD=@ mysql:8",
		"Dockerfile":              "ENV ADMIN_PASSWORD=@\n",
		"properties":              "spring.datasource.username=app\nspring.datasource.password=@\n",
		"INI":                     "[db]\nuser = app\npassword = @\nport = 5432\n",
		"Ansible inventory":       "web1 ansible_user=app ansible_ssh_pass=@ ansible_port=22",
		"Ansible variables":       "ansible_user: app\nansible_become_pass: @\n",
		"Go":                      `password := "@"`,
		"Java":                    `String password = "@";`,
		"PHP":                     `'password' => '@',`,
		"Ruby":                    `:password => "@"`,
		"HCL":                     "resource \"x\" \"y\" {\n  password = \"@\"\n}",
		"XML":                     "<server><password>@</password></server>",
		"a setter":                `user.setPassword("@")`,
		"a builder":               `.password("@").build()`,
		"a default, Python":       `os.environ.get("DB_PASSWORD", "@")`,
		"a default, Node":         `const p = process.env.DB_PASSWORD || '@';`,
		"a default, Go":           `getEnv("DB_PASSWORD", "@")`,
		"a default, shell":        `: "${DB_PASSWORD:-@}"`,
		"SQL":                     "CREATE USER app IDENTIFIED BY '@';",
		"SQL, bare":               "ALTER USER app IDENTIFIED BY @;",
		"SQL, PostgreSQL":         "ALTER USER app WITH PASSWORD '@';",
		"SQL, MySQL":              "SET PASSWORD FOR 'app'@'%' = '@@';",
		"a flag":                  "tool login --password @ --region eu",
		"a flag with a sign":      "tool login --password=@ --region eu",
		"the last flag":           "tool login --user app --password @",
		"curl in PHP":             `curl_setopt($ch, CURLOPT_USERPWD, "app:@");`,
		"PowerShell":              `$p = ConvertTo-SecureString "@" -AsPlainText -Force`,
		"PowerShell, named":       `ConvertTo-SecureString -String '@' -AsPlainText`,
		"netrc":                   "machine api.internal login app password @",
		"netrc without a machine": "login app password @",
		"pgpass":                  "db.internal:5432:shop:app:@",
		"Redis":                   "requirepass @\n",
		"a pair beside a user":    "user: app, pass: @",
		"a table":                 "| user | password |\n|------|----------|\n| app | @ |\n",
		"said":                    "The root password is @.",
		"said of mine":            "my wifi password was @",
		"said and set":            "I set the database password to @.",
		"said at login":           "log in with user app and password @",
		"said in Chinese":         "数据库密码是 @",
		"said in Chinese, close":  "密码是@。",
		"said behind a colon":     "密码：@，端口 5432",
		"misspelt":                "passwrod: @",
		"misspelt, one letter":    "pasword=@",
		"short":                   "passwd = @",
		"shorter":                 "pwd: @",
	} {
		for _, word := range []string{"swordfish", "tangerine", "letmein", "hunter"} {
			text := strings.ReplaceAll(strings.ReplaceAll(format, "@@", "@"), "@", word)
			if name == "SQL, MySQL" {
				text = "SET PASSWORD FOR 'app'@'%' = '" + word + "';"
			}
			if got, _ := Redact(text); strings.Contains(got, word) {
				t.Errorf("%s: %q is left in %q", name, word, got)
			}
		}
	}
	for _, text := range []string{"JWT_SECRET=mysecretkey", "export SESSION_SECRET=keyboardcat", "my password is hunter2", "set db.password to " + fake("dTV2IFimLJMXHst", "xmbix"), `{"password": "correcthorse"}`} {
		if len(Scan(text)) == 0 {
			t.Errorf("%q: nothing is found", text)
		}
	}
}

func TestWordsThatSpeakOfPasswordsAreNone(t *testing.T) {
	for _, text := range []string{
		// lists of keywords and names
		`"password readonly readlink"`, `["username", "password", "email"]`, `('username', 'password', 'email')`, "syn keyword auth password session", `cmd.Flags().StringVar(&p, "password", "", "of the registry")`,
		// identifiers and calls
		"password: password", "password = getPassword()", "this.password = password;", "self.password = pw", "password: user.password,", "{\n  user: name,\n  password: secretword\n}", "const { password } = req.body", `password.set(value)`,
		`os.Getenv("DB_PASSWORD")`, `os.environ.get("DB_PASSWORD", "")`, `user.setPassword("password")`, `getPassword("prompt")`, `.password("Password")`, "f(password=word, user=name)",
		// types, states, rules of forms
		"password: string", "password: String", "password: string;", "password: required", "password: optional", `"password": "required"`, `"password": "hidden"`, `'password' => 'required|string|min:8'`, "password: true", "password: null", "password: !vault |", "password:\n  type: string",
		// stand-ins, and what every manual sets up
		"Password: ******", "DB_PASSWORD=changeme", "DB_PASSWORD=$PASS", "DB_PASSWORD=", "POSTGRES_PASSWORD=postgres", "password: <password>", "JWT_SECRET=changeme", "SECRET_KEY=required", "SECRET_NAME=database", "tokens: swordfish", "secret: swordfish",
		// labels
		`"password": "Password"`, `"password": "Passwort"`, `"password": "Mot de passe"`, `"password": "Senha"`, `"password": "Wachtwoord"`, `"passwordLabel": "Kodeword"`, `"forgotPassword": "Forgot"`, `{"cancel": "Abbrechen", "password": "Geheimnis"}`, `<input type="password" name="password" placeholder="Password">`,
		// usage and questions
		"--password string   of the registry", "--password PASSWORD", "--password-stdin", "mysql --password shop", "mkdir -p foo", "Password: Enter your password", "enter password: ", "grep password file", "passwd bob", "passwd: files\ngroup: files",
		// sentences
		"The password must be long.", "The password is required.", "the password is wrong", "Your password is incorrect.", "password is hashed with bcrypt", "The password is stale.", "the password is case sensitive", "The new password is weak.",
		"Set the password to something memorable.", "the password is now stored in the vault", "my password manager is good", "the password for staging is kept elsewhere", "password policy: strict", "the password is base64.", "A user is identified by email.", "the pass is complete.",
		"密码：必填", "密码: string", "密码是加密的", "密码不能为空", "密码是 string 类型",
		// references
		"password: vault:secret/data/app#password", fake("secret: arn:aws:secretsmanager:", "us-east-1:123456789012:secret:app/db-AbCdEf"), "key: 01ARZ3NDEKTSV4RRFFQ69G5FAV", "http://localhost:8080@foo",
		// tables without a password
		"| password | string |", "| name | password |\n|---|---|\n| x | required |\n| y | `<password>` |\n",
	} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

func TestHashesAndKeysOfOneServiceStandAlone(t *testing.T) {
	for _, text := range []string{"app:" + fake("$apr1$", "p7vJdeGo$EVnKN3972yhd8BHdpHkG3u"), fake("3f7a09c4e81b52d63f7a09c4e81b52d7", "-us12"), "ｐａｓｓｗｏｒｄ：Vnbl1GZ1DnhT", "| user | password |\n|---|---|\n| bob | 9gW4TgljZHkNGu |"} {
		if len(Scan(text)) != 1 {
			t.Errorf("%q: %+v", text, Scan(text))
		}
	}
}
