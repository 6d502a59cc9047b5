package secrets

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
)

// TestPasswordsOfConnectionsAreFound: the notations of the common drivers and tools, with passwords that could be any word.
func TestPasswordsOfConnectionsAreFound(t *testing.T) {
	for _, password := range []string{"tangerine", "w1nter99", "Tr0ub4dor&" + "3", "R8vQ2mXc", "correct-horse"} {
		for name, format := range map[string]string{
			"address":                "postgres://app:%@db.internal:5432/shop",
			"address of SQLAlchemy":  "mysql+pymysql://app:%@db.internal/shop?charset=utf8mb4",
			"address without a user": "redis://:%@cache.internal:6379/0",
			"address, any scheme":    "x-own+tls://app:%@h.internal",
			"address of several":     "mongodb://app:%@a.internal:27017,b.internal:27017/?replicaSet=rs0",
			"driver address":         "jdbc:postgresql://db.internal:5432/shop?user=app&password=%&ssl=true",
			"driver address, key":    "jdbc:mysql://db.internal/shop?user=app&sslpassword=%",
			"driver address, pairs":  "jdbc:sqlserver://db.internal:1433;databaseName=shop;user=app;password=%;encrypt=true",
			"oracle thin":            "jdbc:oracle:thin:app/%@db.internal:1521:shop",
			"oracle easy connect":    "sqlplus app/%@//db.internal:1521/shop",
			"ADO":                    "Server=db.internal;Database=shop;User Id=app;Password=%;Encrypt=True",
			"ADO, password first":    "Password=%;User ID=app;Initial Catalog=shop;Data Source=db.internal",
			"ADO, short names":       "Driver={ODBC Driver 18 for SQL Server};Server=db.internal;Uid=app;Pwd=%;",
			"ADO in code":            `var c = new SqlConnection("Data Source=db.internal;User ID=app;Password=%");`,
			"pairs of libpq":         "host=db.internal port=5432 user=app password=% dbname=shop sslmode=require",
			"pairs, user last":       "host=db.internal password=% user=app",
			"data source of MySQL":   "app:%@tcp(db.internal:3306)/shop?parseTime=true",
			"data source, socket":    "app:%@unix(/run/mysqld/mysqld.sock)/shop",
			"netrc":                  "machine api.internal login app password %",
			"netrc, lines":           "machine api.internal\n  login app\n  password %\n",
			"netrc in JSON":          `{"text":"machine api.internal\n  login app\n  password %\n"}`,
			"pgpass":                 "db.internal:5432:shop:app:%",
			"pgpass, any":            "*:*:*:app:%",
			"mysql":                  "mysql -h db.internal -u app -p% shop",
			"mysqldump":              "mysqldump --single-transaction -uapp -p'%' shop > dump.sql",
			"sshpass":                "sshpass -p '%' ssh app@db.internal",
			"mongosh":                "mongosh -u app -p % db.internal/shop",
			"docker login":           "docker login registry.internal -u app -p %",
			"redis-cli":              "redis-cli -h cache.internal -a % ping",
			"ldapsearch":             "ldapsearch -x -D cn=app -w % -b dc=shop",
			"sqlcmd":                 "sqlcmd -S db.internal -U app -P % -Q 'select 1'",
			"curl":                   "curl -u app:% https://api.internal",
			"curl, glued":            "curl -uapp:% https://api.internal",
		} {
			command := strings.Contains(format, " -") && !strings.Contains(format, "'%'")
			address := strings.Contains(format, "&")
			if strings.Contains(password, "&") && (command || address) {
				continue // an ampersand ends a word of a shell, and a value of an address
			}
			text := strings.ReplaceAll(format, "%", password)
			at := strings.Index(text, password)
			if !slices.ContainsFunc(Scan(text), func(f Finding) bool { return f.Start <= at && f.End >= at+len(password) }) {
				t.Errorf("%s: %q is left in %q: %+v", name, password, text, Scan(text))
			}
		}
	}
	basic := "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte("app:tangerine"))
	if len(Scan(basic)) == 0 {
		t.Errorf("%q is not found", basic)
	}
}

// TestPasswordsByTheirPlaceAreFound: calls, tools and pairs in which nothing but the place says that a word is a password.
func TestPasswordsByTheirPlaceAreFound(t *testing.T) {
	for _, password := range []string{"tangerine", "w1nter99", "R8vQ2mXc", "s3cr3t!#x"} {
		for name, format := range map[string]string{
			"DriverManager":          `DriverManager.getConnection("jdbc:mysql://db.internal/shop", "app", "%");`,
			"DriverManager in JSON":  `{"text":"DriverManager.getConnection(\"jdbc:mysql://db.internal/shop\", \"app\", \"%\");"}`,
			"PDO":                    `new PDO('mysql:host=db.internal;dbname=shop', 'app', '%')`,
			"mysqli":                 `$db = new mysqli("db.internal", "app", "%", "shop");`,
			"mysqli_connect":         `mysqli_connect("db.internal", "app", "%", "shop")`,
			"MySQLdb":                `MySQLdb.connect("db.internal","app","%","shop")`,
			"DBI":                    `DBI->connect("DBI:mysql:database=shop;host=db.internal", "app", "%")`,
			"Oracle":                 `cx_Oracle.connect("app", "%", "db.internal/XE")`,
			"oci":                    `oci_connect('app', '%', '//db.internal/XE')`,
			"Oracle, one string":     `cx_Oracle.connect("app/%@db.internal:1521/XE")`,
			"SMTP":                   `smtp.login('app@mail.internal', '%')`,
			"FTP":                    `ftp_login($conn, "app", "%");`,
			"requests":               `requests.get(url, auth=("app", "%"))`,
			"HTTPBasicAuth":          `HTTPBasicAuth('app', '%')`,
			"NetworkCredential":      `new NetworkCredential("app", "%")`,
			"arguments by name":      `psycopg2.connect(host="db.internal", user="app", password="%")`,
			"an object of arguments": "mysql.createConnection({\n  host: 'db.internal',\n  user: 'app',\n  password: '%',\n});",
			"sqlplus":                `sqlplus -s app/%@SHOP @report.sql`,
			"rman":                   `rman target app/%@SHOP`,
			"httpie":                 `http --auth app:% GET https://api.internal`,
			"lftp":                   `lftp -u app,% sftp://h.internal`,
			"smbclient":              `smbclient //h.internal/share -U app%%`,
			"wget":                   `wget --user=app --password=% https://h.internal/x`,
			"mysql, long flags":      `mysql --user=app --password=% shop`,
			"mongosh, long flags":    `mongosh --username app --password % db.internal/shop`,
			"Redis":                  `cache.internal:6380,password=%,ssl=True,abortConnect=False`,
			"mount":                  `mount -t cifs -o username=app,password=% //h.internal/s /mnt`,
			"SQLite":                 `Data Source=shop.db;Version=3;Password=%;`,
			"pairs on lines":         "Server=db.internal;\n  Database=shop;\n  User Id=app;\n  Password=%;\n",
			"ampersand in JSON":      `{"dsn":"jdbc:mysql://db.internal/shop?user=app\u0026password=%"}`,
		} {
			text := strings.ReplaceAll(strings.ReplaceAll(format, "%%", "\x00%"), "%", password)
			text = strings.ReplaceAll(text, "\x00", "%")
			at := strings.LastIndex(text, password)
			if !slices.ContainsFunc(Scan(text), func(f Finding) bool { return f.Start <= at && f.End >= at+len(password) }) {
				t.Errorf("%s: %q is left in %q: %+v", name, password, text, Scan(text))
			}
		}
	}
	for text, secret := range map[string]string{
		"Server=db.internal;User Id=app;Password={w1nter;99};":        "w1nter;99",
		"https://d41b8a7c9e0f:x-oauth-basic@github.com/team/shop.git": "d41b8a7c9e0f",
		"//registry.internal/:_auth=YXBwOnRhbmdlcmluZQ==":             "YXBwOnRhbmdlcmluZQ==",
		"jdbc:oracle:thin:app/P@ssw0rd9@db.internal:1521:shop":        "P@ssw0rd9",
	} {
		if found := Scan(text); !slices.ContainsFunc(found, func(f Finding) bool { return strings.Contains(text[f.Start:f.End], secret) }) {
			t.Errorf("%q is left in %q: %+v", secret, text, found)
		}
	}
}

// TestCredentialsOfCurlAreFound: every way to quote a user and every header that carries a key.
func TestCredentialsOfCurlAreFound(t *testing.T) {
	left := func(text, secret string) {
		t.Helper()
		at := strings.Index(text, secret)
		if !slices.ContainsFunc(Scan(text), func(f Finding) bool { return f.Start <= at && f.End >= at+len(secret) }) {
			t.Errorf("%q is left in %q: %+v", secret, text, Scan(text))
		}
	}
	for _, flag := range []string{"-u ", "-u", "--user ", "--user="} {
		for _, login := range []string{"app:%", `"app:%"`, "'app:%'", "app:'%'", `app:"%"`, `"app":"%"`, "ada@mail.internal:%", `":%"`, `"%:"`} {
			for _, command := range []string{"curl -s @ https://api.internal", "curl -k -X POST https://api.internal \\\n  -H 'Accept: text/plain' \\\n  @", "$ curl @ -o out https://api.internal"} {
				secret := "d2LkV78z!Lxt"
				left(strings.ReplaceAll(command, "@", flag+strings.ReplaceAll(login, "%", secret)), secret)
			}
		}
	}
	for _, secret := range []string{"3fea6af1349166ea", "5eb4223e-5008-46e5-be67-c7b8f2732305", "bRLFnzd59Z3XpZH5_seJPHALOuvbWiKwbFKSsoALkgp"} {
		for _, header := range []string{"Authorization: %", "Authorization: Bearer %", "Authorization: Token %", "authorization: bearer %", "X-Api-Key: %", "ApiKey: %", "Token: %", "X-Auth-Token: %", "Private-Token: %", "JOB-TOKEN: %", "X-Vault-Token: %", "Authorization:%"} {
			for _, quote := range []string{"'", `"`} {
				left("curl -H "+quote+strings.ReplaceAll(header, "%", secret)+quote+" https://api.internal", secret)
			}
		}
	}
}

// TestWhatLooksLikeAConnectionIsNone is the other side: places without a password, and passwords that only say what they are.
func TestWhatLooksLikeAConnectionIsNone(t *testing.T) {
	for _, text := range []string{
		"postgres://app:${DB_PASSWORD}@db.internal/shop", "postgres://user:password@localhost/db", "redis://cache.internal:6379/0", "Server=db.internal;User Id=app;Password={0};",
		"Server=db.internal;Database=shop;Integrated Security=true", "host=db.internal user=app password=$PGPASSWORD", "app:<password>@tcp(db.internal:3306)/shop", "machine api.internal is down, login fails",
		"the machine learning login password rules", "*:*:*:app:<password>", "12:5432:33", "npm i left-pad@1.3.0 && mysql -h db -u app -p", "mysql -P 3306 -u app", "ssh -p 2222 app@h.internal", "mongosh --port 27017 -p",
		"docker run -p 8080:8080 app", "docker login -u app --password-stdin", "mkdir -p src/app", "image: app:v1.2@sha256:0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9",
		"write to ada@db.internal: port 8080", "git@git.internal:team/shop.git", "@types/node@20:18", "curl -u $USER:$TOKEN https://api.internal", "Basic dXNlcjpwYXNzd29yZA==", "Basic auth is enough here.",
		"def connect(host='h', user='app', password='oracle', dsn='x')", "src/lib@//comment", "jdbc:postgresql://db.internal/shop?user=app&password=secret", "redis-cli -a", "meet at 10:30 @office:12",
		`DriverManager.getConnection(url, "app", password)`, `getConnection("jdbc:mysql://h/db", "app", "")`, `new PDO($dsn, 'app', '')`, `auth=("user", "pass")`, `smtp.login(user, "the password")`, `page.login("alice", "opened")`,
		`router.connect("a", "b", "c1-d2")`, `oracledb.connect(user='system', password='oracle', dsn='localhost:1521/FREEPDB1')`, `connect(host="h", user="app", password=password)`, "createConnection({ user: 'app', password: '<password>' })",
		"sqlplus /nolog", "sqlplus / as sysdba", "rman target /", "rman can read src/lib@2", "http -a GET", "http --auth user:$PASSWORD", "lftp -u app", "mysql --password shop", "mongosh --password --username app",
		"the default login name password required", "import x from '@/lib/x' // see a:b1c2d3e@/x", "sshpass -e ssh -pvt h.internal", "https://app@h.internal:8080/@scope/name", "echo done | sudo -u app tee f", "unzip -P", "net user app * /add",
		"postgres://app:(password)@db.internal/x", "postgres://app:<password>@db.internal/x", "postgres://app:$(cat pw)@db.internal", "(see http://h.internal:8080) or mail a@b.internal", "[x](http://h.internal:8080)@team", "postgres%3A%2F%2Fuser%3Apassword%40db.internal", "https%3A%2F%2Fh.internal%3A8080%2Fa%40b", "Server=h;User Id=app;Password=<your password>;", "htpasswd -b f app $PW", "SSHPASS=$PW sshpass -e ssh h.internal", "curl --proxy-user app:$PW https://h.internal", "https://docs.internal:x@h.internal",
		"cache.internal:6379,password=,ssl=True", "a,b,password=tangerine", "_auth=${NPM_AUTH}", "Server=db.internal;User Id=app;Password={password};", "Password={tangerine};User Id=app;Server=h",
	} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

// TestEveryKeywordHasOneReader: a word that two tables claim would be read by whichever a map gives last.
func TestEveryKeywordHasOneReader(t *testing.T) {
	seen := map[string]string{}
	claim := func(word, table string) {
		if was, ok := seen[word]; ok {
			t.Errorf("%q stands in %s and in %s", word, was, table)
		}
		seen[word] = table
	}
	for _, k := range keyNames {
		claim(k.word, "keyNames")
	}
	for _, w := range strings.Fields(services) {
		claim(w, "services")
	}
	for _, w := range strings.Fields(everyday) {
		claim(w, "everyday")
	}
	for _, w := range []string{"private key", "://", "bearer", "basic", "machine "} {
		claim(w, "engine")
	}
}
