package secrets

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
)

// connectionShapes are the published notations of a credential in an address or a connection; % stands for it.
var connectionShapes = []string{
	// Java
	"jdbc:sqlserver://db.internal;user=sa;password=%;", "jdbc:sqlserver://db.internal:1433;user=sa;password={%};encrypt=true", "jdbc:jtds:sqlserver://db.internal/shop;user=sa;password=%",
	"jdbc:oracle:thin:app/%@db.internal", "jdbc:oracle:thin:app/%@//db.internal:1521/shop", "jdbc:oracle:oci:app/%@shop", "jdbc:oracle:thin:app/%@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=db.internal)(PORT=1521)))",
	"jdbc:mysql://db.internal/shop?user=app&password=%", "jdbc:mysql://db.internal/shop?user=app&amp;password=%&amp;useSSL=true", `jdbc:mysql://db.internal/shop?user=app\u0026password=%\u0026useSSL=true`,
	"jdbc:mysql://app:%@db.internal/shop", "jdbc:mysql://(host=db.internal,user=app,password=%)/shop", "jdbc:db2://db.internal:50000/shop:user=app;password=%;", "jdbc:postgresql://db.internal/shop?user=app&sslpassword=%",
	"jdbc:snowflake://acme.internal/?user=app&password=%", "jdbc:redshift://db.internal:5439/shop;UID=app;PWD=%", "jdbc:h2:mem:shop;USER=app;PASSWORD=%", "jdbc:sybase:Tds:db.internal:2638?user=app&password=%", "jdbc:hive2://db.internal:10000/default;user=app;password=%",
	"jdbc:informix-sqli://db.internal:1526/shop:INFORMIXSERVER=s;user=app;password=%", "spring.datasource.password=%", "spring.data.mongodb.uri=mongodb://app:%@db.internal/shop",
	// ODBC, ADO.NET, OLE DB
	"Server=db.internal;Database=shop;User Id=app;Password=%;", "Server=db.internal;Uid=app;Pwd=%;", "Server = db.internal; Uid = app; Pwd = %;", `Server=db.internal;User Id=app;Password="%";`, "Server=db.internal;User Id=app;Password='%';", "Server=db.internal;UserID=app;PWD={%};",
	"Provider=SQLOLEDB;Data Source=db.internal;User ID=app;Password=%;", "Provider=Microsoft.ACE.OLEDB.12.0;Data Source=shop.accdb;Jet OLEDB:Database Password=%;", "odbc:Driver={MySQL};Server=db.internal;UID=app;PWD=%", "DSN=shop;UID=app;PWD=%", "ODBC;DSN=shop;UID=app;PWD=%;",
	"User=app;Password=%;Database=shop.fdb;DataSource=db.internal", "Host=db.internal;Username=app;Password=%;Database=shop", "server=db.internal;user=app;password=%;database=shop", "Server=tcp:db.internal,1433;User ID=app@db;Password=%;Encrypt=True;", "mssql+pyodbc:///?odbc_connect=DRIVER%3D%7BODBC%7D%3BUID%3Dapp%3BPWD%3D~",
	`<add name="shop" connectionString="Server=db.internal;User Id=app;Password=%;" />`, `<add name="shop" connectionString="Server=db.internal;User Id=app;Password=&quot;%&quot;;" />`, `"ConnectionStrings": {"Shop": "Server=db.internal;User Id=app;Password=%;"}`, `ConnectionStrings__Shop="Server=db.internal;User Id=app;Password=%"`,
	`connection_string = "Server=db.internal;User Id=app;Password=%"`, "connectionString: Server=db.internal;User Id=app;Password=%",
	// pairs and data source names
	"host=db.internal user=app password=% dbname=shop", "host=db.internal user=app password='%' dbname=shop", "host='db.internal' user='app' password='%'", `"host=db.internal user=app password=%"`, "pgsql:host=db.internal;dbname=shop;user=app;password=%",
	"app:%@tcp(db.internal:3306)/shop", `sql.Open("mysql", "app:%@tcp(db.internal:3306)/shop")`, "app:%@tcp([fd00::1]:3306)/shop", "app:%@/shop?parseTime=true", "app:%@unix(/run/mysqld.sock)/shop", "app:%@(db.internal:3306)/shop", "app:%@cloudsql(acme:eu:db)/shop",
	"user=app password=% host=db.internal", `DSN: "app:%@tcp(db.internal:3306)/shop"`, "dbi:Pg:dbname=shop;host=db.internal;user=app;password=%",
	// addresses
	"mongodb://app:%@a.internal:27017,b.internal:27017/shop", "mongodb+srv://app:%@c.internal/shop", "redis://:%@cache.internal:6379/0", "rediss://default:%@cache.internal", "redis://cache.internal:6379?password=%", "redis-sentinel://:%@cache.internal:26379/mymaster/0",
	"amqp://app:%@mq.internal/vhost", "amqps://app:%@mq.internal:5671", "ldap://cn=app,dc=acme:%@ldap.internal", "ldaps://app:%@ldap.internal", "smtp://app%40acme.internal:%@mail.internal:587", "smtps://app:%@mail.internal:465", "imaps://app:%@mail.internal",
	"ftp://app:%@h.internal/x", "sftp://app:%@h.internal:22/x", "ssh://app:%@h.internal", "git+https://app:%@git.internal/shop.git", "git+ssh://app:%@git.internal/shop.git", "http://app:%@h.internal:8080/x", "https://app:%@[fd00::1]:8443/x", "https://:%@h.internal/x",
	"https://x-access-token:%@github.com/acme/shop.git", "https://oauth2:%@gitlab.internal/acme/shop.git", "https://gitlab-ci-token:%@gitlab.internal/acme/shop.git", "https://x-token-auth:%@bitbucket.org/acme/shop.git", "https://%:x-oauth-basic@github.com/acme/shop.git", "https://app:%@dev.azure.com/acme/_git/shop",
	"postgres://app:%@db.internal/shop", `"postgres:\/\/app:%@db.internal\/shop"`, "postgres%3A%2F%2Fapp%3A~%40db.internal%2Fshop", "clickhouse://app:%@db.internal:9000/shop", "clickhouse://db.internal:9000?username=app&password=%", "tcp://db.internal:9000?username=app&password=%&database=shop", "snowflake://app:%@acme/shop", "neo4j+s://app:%@db.internal", "bolt://app:%@db.internal:7687",
	"couchbase://app:%@db.internal", "couchdb://app:%@db.internal:5984", "http://admin:%@couch.internal:5984/_users", "nats://app:%@nats.internal:4222", "mqtt://app:%@mq.internal", "kafka://app:%@k.internal:9092", "cloudinary://123456789012345:%@acme", "https://0af1:%@o1.sentry.internal/2",
	"elasticsearch://app:%@es.internal:9200", "influxdb://app:%@ts.internal:8086/shop", "socks5://app:%@proxy.internal:1080", "http_proxy=http://app:%@proxy.internal:3128", "rtsp://app:%@cam.internal/stream", "vnc://app:%@h.internal", "smb://dom;app:%@h.internal/share", "cassandra://app:%@db.internal", "oracle+cx_oracle://app:%@db.internal/shop",
	"sqlserver://app:%@db.internal?database=shop", "mssql://app:%@db.internal/shop", "cockroachdb://app:%@db.internal:26257/shop", "db2://app:%@db.internal:50000/shop", "teradatasql://app:%@db.internal", "trino://app:%@db.internal:8080/hive", "sentinel://:%@h.internal", "memcached://app:%@h.internal", "presto://app:%@db.internal", "s3://ACCESS:%@s3.internal/bucket", "mailto+smtp://app:%@mail.internal",
	"app:%@proxy.internal:3128", "https://h.internal/login?user=app&password=%", "https://h.internal/login?user=app&amp;pwd=%",
	// brokers
	`sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="app" password="%";`, `org.apache.kafka.common.security.scram.ScramLoginModule required username='app' password='%';`, `KafkaClient {\n  username=\"app\"\n  password=\"%\";\n};`, "sasl.password=%", `"sasl.password": "%"`, `sasl_plain_password="%"`,
	// files
	"machine h.internal login app password %", "machine h.internal\nlogin app\npassword %", "default login app password %", "machine h.internal password % login app", "db.internal:5432:shop:app:%", "*:*:*:app:%", "10.0.0.5:5432:*:app:%", "machine h.internal login app account a password %", "machine h.internal\tlogin app\tpassword %",
	"[client]\nuser=app\npassword=%", "//registry.internal/:_password=%", "https://app:%@h.internal # .git-credentials", "[mail]\nsmtp_user=app\nsmtp_pass=%", "username = app\npassword = %\n", "protocol=https\nhost=git.internal\nusername=app\npassword=%",
	// command lines
	"pip install --extra-index-url https://app:%@pypi.internal/simple shop", "pip config set global.index-url https://app:%@pypi.internal/simple", "curl -u app:% https://h.internal", "curl --user 'app:%' https://h.internal", "curl --proxy-user app:% https://h.internal", "curl -U app:% https://h.internal", "curl -x http://app:%@proxy.internal:3128 https://h.internal",
	"wget --user=app --password=% https://h.internal", "wget --http-password=% https://h.internal", "wget --proxy-password=% https://h.internal", "wget --user app --password '%' https://h.internal", "mysql -uroot -p% shop", "mysql -uroot -p'%' shop", `mysql -uroot -p"%" shop`, "mysql --password=% shop", "mysqldump -h db.internal -uroot -p% shop", "mysqlcheck -uroot -p% shop", "mycli -uroot -p% shop", "mysqlsh -uroot -p% shop",
	"sshpass -p % ssh app@h.internal", "sshpass -p% ssh app@h.internal", "sshpass -p '%' scp x app@h.internal:", "SSHPASS=% sshpass -e ssh h.internal", "PGPASSWORD=% psql -h db.internal", "PGPASSWORD='%' psql", "export PGPASSWORD=%", "MYSQL_PWD=% mysql shop", "REDISCLI_AUTH=% redis-cli", "psql 'host=db.internal user=app password=%'", "psql postgresql://app:%@db.internal/shop",
	"redis-cli -h cache.internal -a % ping", "redis-cli --pass % ping", "redis-cli -u redis://:%@cache.internal", "mongosh mongodb://app:%@db.internal", "mongosh -u app -p % shop", "docker login -u app -p % registry.internal", "docker login --username app --password % registry.internal", "docker login --username=app --password=% registry.internal",
	"helm repo add acme https://h.internal --username app --password %", "helm registry login h.internal -u app -p %", "podman login -u app -p % h.internal", "skopeo copy --src-creds app:% docker://a docker://b", "skopeo inspect --creds app:% docker://a", "buildah push --creds app:% a", "crane auth login h.internal -u app -p %", "oras login h.internal -u app -p %", "nerdctl login -u app -p % h.internal",
	"kubectl config set-credentials app --username=app --password=%", "kubectl create secret docker-registry r --docker-username=app --docker-password=%", "az login -u app -p %", "az login --service-principal -u app --password %", "sqlcmd -S db.internal -U app -P %", "sqlcmd -S db.internal -U app -P'%'", "bcp t out f -S db.internal -U app -P %", "bcp t out f -S db.internal -Uapp -P%", "sqlcmd -Uapp -P%", "sqlplus app/%@shop", "impdp app/%@shop",
	"ldapsearch -D cn=app -w % -b dc=acme", "ldapsearch -D cn=app -w '%'", "lftp -u app,% h.internal", "ncftpput -u app -p % h.internal", "smbclient //h/s -U app%%", "net use Z: \\\\h\\s /user:app %", "net use \\\\h\\s % /user:app", "rclone --sftp-pass %", "rsync --password %", "ftp://app:%@h.internal", "http -a app:% https://h.internal", "xfreerdp /u:app /p:% /v:h.internal", "rdesktop -u app -p % h.internal",
	"influx -username app -password %", "clickhouse-client --user app --password %", "clickhouse-client --user app --password=%", "cqlsh -u app -p % h.internal", "cypher-shell -u app -p %", "elasticdump --input=http://app:%@es.internal", "svn checkout --username app --password % https://h.internal", "git clone https://app:%@git.internal/shop.git", "plink -pw % app@h.internal", "pscp -pw % x app@h.internal:", "putty -pw % h.internal", "winscp sftp://app:%@h.internal", "openssl rsa -passin pass:%", "keytool -storepass % -list", "keytool -keypass %", "ipmitool -H h -U app -P % power on", "snmpwalk -v3 -u app -A % -X p h", "mosquitto_pub -u app -P % -t x", "mosquitto_sub -h mq.internal -u app -P %", "vault login -method=userpass username=app password=%", "gpg --passphrase % -d f", "zip -P % a.zip f", "unzip -P % a.zip", "7z x -p% a.7z", "hydra -l app -p % ssh://h", "echo '%' | docker login -u app --password-stdin", "echo % | sudo -S id", "echo '%' | sudo -S id", "htpasswd -b f app %", "net user app % /add", "mount -o username=app,password=% //h/s /m", "twine upload -u app -p % dist/*", "poetry config http-basic.acme app %", "composer config http-basic.h.internal app %", "nuget sources add -Name a -Source b -UserName app -Password %", "dotnet nuget add source u --username app --password %", "mvn -Dpassword=% deploy", "mvn -Ddb.password=% test", "java -Djavax.net.ssl.keyStorePassword=% -jar a.jar", "gradle -PrepoPassword=%", "ansible-playbook -e ansible_password=%", "ansible_ssh_pass=%", "ansible_become_pass=%", "psql \"user=app password=%\"",
}

// hexText is hex without a period.
func hexText(n int) string {
	var b strings.Builder
	for state := uint32(7); b.Len() < n; {
		state = state*1664525 + 1013904223 // Numerical Recipes' generator
		b.WriteByte("0123456789abcdef"[state>>28])
	}
	return b.String()
}

// TestEveryPublishedShapeOfAConnectionIsCovered: no credential is left, however its address or connection is written.
func TestEveryPublishedShapeOfAConnectionIsCovered(t *testing.T) {
	left := func(text, secret string) {
		t.Helper()
		at := strings.LastIndex(text, secret)
		if !slices.ContainsFunc(Scan(text), func(f Finding) bool { return f.Start <= at && f.End >= at+len(secret) }) {
			t.Errorf("%q is left in %q: %+v", secret, text, Scan(text))
		}
	}
	for _, shape := range connectionShapes {
		for _, password := range []string{"R8v" + "Q2mXc", "tanger" + "ine42", "kV7" + "tq9Lw2Zs4Rb8Nf3Yd"} {
			mark := "%"
			if strings.Contains(shape, "~") {
				mark = "~"
			}
			text := strings.Replace(shape, mark, password, 1)
			if strings.Contains(shape, "%40") && mark == "%" {
				text = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(shape, "%40", "\x00"), "%", password), "\x00", "%40")
			}
			if strings.Contains(shape, "%%") {
				text = strings.Replace(shape, "%%", "%"+password, 1)
			}
			left(text, password)
			left(`{"text":"`+strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(text)+`"}`, password)
		}
	}
	key := func(n int) string {
		return strings.Repeat("kV7tq9Lw2Zs4Rb8NfYd3Gh6Jm1PxQcTa5UeWoSi0", 6)[7 : 7+n]
	}
	basic := base64.StdEncoding.EncodeToString([]byte("app:R8v" + "Q2mXc"))
	for shape, secret := range map[string]string{
		"DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=%;EndpointSuffix=core.windows.net":                               key(86) + "==",
		"AccountEndpoint=https://acme.documents.azure.com:443/;AccountKey=%;":                                                        key(86) + "==",
		"Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=%":                                      key(43) + "=",
		"HostName=acme.azure-devices.net;DeviceId=d;SharedAccessKey=%":                                                               key(43) + "=",
		"HostName=acme.azure-devices.net;DeviceId=d;SharedAccessKey=% ":                                                              key(23) + "=",
		"Endpoint=https://acme.azconfig.io;Id=a-b:c;Secret=%":                                                                        key(43) + "=",
		"endpoint=https://acme.communication.azure.com/;accesskey=%":                                                                 key(86) + "==",
		"BlobEndpoint=https://acme.blob.core.windows.net/;SharedAccessSignature=sv=2022-11-02&ss=b&srt=sco&sp=r&se=2027-01-01&sig=%": key(40) + "%3D",
		"SharedAccessSignature sr=acme.azure-devices.net&sig=%&se=1767225600":                                                        key(43) + "%3D",
		"https://acme.blob.core.windows.net/c/b?sv=2022-11-02&sr=b&sig=%&se=2027-01-01":                                              key(43) + "%3D",
		`https://acme.blob.core.windows.net/c/b?sv=2022-11-02\u0026sig=%`:                                                            key(43) + "%3D",
		"https://acme.blob.core.windows.net/c/b?sv=2022-11-02&amp;sig=%":                                                             key(43) + "%3D",
		"https://acme.azurewebsites.net/api/f?code=%":                                                                                key(53) + "==",
		"https://s3.internal/b/k?AWSAccessKeyId=AKIA&Signature=%&Expires=1767225600":                                                 key(27) + "%3D",
		"https://s3.internal/b/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=%":                                                 hexText(64),
		"https://storage.googleapis.com/b/k?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Signature=%":                                    hexText(256),
		"https://storage.googleapis.com/b/k?GoogleAccessId=a&Expires=1767225600&Signature=%":                                         key(80) + "%3D",
		"https://d1.cloudfront.net/x?Expires=1767225600&Signature=%&Key-Pair-Id=K2":                                                  key(80) + "__",
		"Authorization: Basic %": basic, `"Authorization": "Basic %"`: basic, "Proxy-Authorization: Basic %": basic, `headers={"Authorization": "Basic %"}`: basic, "curl -H 'Authorization: Basic %' https://h.internal": basic, "authorization=basic %": basic,
		`git -c http.extraheader="AUTHORIZATION: basic %" fetch`: basic, `git -c http.https://h.internal/.extraheader="Authorization: Basic %" fetch`: basic, "extraheader = AUTHORIZATION: basic %": basic,
		`{"auths":{"registry.internal":{"auth":"%"}}}`: basic, `"https://index.docker.io/v1/": {"auth": "%"}`: basic, `auth = "%"`: basic, "_auth=%": basic, "//registry.internal/:_auth=%": basic,
		"//packages.example.org/:_authToken=%": key(36), "//registry.internal/:_authToken=%": "3fea6af1-3491-46ea-9d1b-7a2c5e8f0b4d", "npm config set //registry.internal/:_authToken %": key(36), "npmAuthToken: %": key(36), `npmAuthIdent: "%"`: basic,
		"https://hooks.sl" + "ack.com/services/%":                                                       "T0" + strings.ToUpper(key(9)) + "/B0" + strings.ToUpper(key(9)) + "/" + key(24),
		"https://hooks.sl" + "ack.com/workflows/%":                                                      "T0" + strings.ToUpper(key(9)) + "/A0" + strings.ToUpper(key(9)) + "/123456789012345678/" + key(24),
		"https://hooks.sl" + "ack.com/triggers/%":                                                       "T0" + strings.ToUpper(key(9)) + "/1234567890123/" + hexText(32),
		"https://disc" + "ord.com/api/webhooks/%":                                                       "123456789012345678/" + key(68),
		"https://disc" + "ordapp.com/api/webhooks/%":                                                    "123456789012345678/" + key(68),
		"https://canary.disc" + "ord.com/api/v10/webhooks/%":                                            "123456789012345678/" + key(68),
		"https://chat.googleapis.com/v1/spaces/AAAA/messages?key=AIza&token=%":                          key(43),
		"https://hooks.zapier.com/hooks/catch/%":                                                        "123456/a1b2c3d/",
		"https://acme.webhook.office.com/webhookb2/%":                                                   "3fea6af1-3491-46ea-9d1b-7a2c5e8f0b4d@5eb4223e-5008-46e5-be67-c7b8f2732305/IncomingWebhook/" + hexText(32) + "/3fea6af1-3491-46ea-9d1b-7a2c5e8f0b4d",
		"https://outlook.office.com/webhook/%":                                                          "3fea6af1-3491-46ea-9d1b-7a2c5e8f0b4d@5eb4223e-5008-46e5-be67-c7b8f2732305/IncomingWebhook/" + hexText(32) + "/3fea6af1-3491-46ea-9d1b-7a2c5e8f0b4d",
		"https://prod-01.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?sig=%": key(43),
		"https://maker.ifttt.com/trigger/x/with/key/%":                                                  key(22),
		"https://hook.eu1.make.com/%":                                                                   "q8x2m5k7r4n9t3w6y1z8c5v2b7l4p0d3",
		"https://open.feishu.cn/open-apis/bot/v2/hook/%":                                                "3fea6af1-3491-46ea-9d1b-7a2c5e8f0b4d",
		"https://oapi.dingtalk.com/robot/send?access_token=%":                                           hexText(64),
		"https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=%":                                        "3fea6af1-3491-46ea-9d1b-7a2c5e8f0b4d",
		"https://api.telegram.org/bot%/sendMessage":                                                     "123456789:" + key(35),
		"https://%@github.com/acme/shop.git":                                                            key(40),
		"https://%@git.internal/acme/shop.git":                                                          hexText(40),
		"https://%:@api.internal/v1":                                                                    key(24),
		"https://%:x@api.internal/v1":                                                                   key(24),
		"mongodb://app:%@db.internal/shop":                                                              "tan(ger)ine",
		"postgres://app:%@db.internal/s":                                                                "tan<ger>9",
		"mysql://app:%@db.internal/shop":                                                                "%24ecret9",
		"https://app:%@h.internal":                                                                      "p%40ss%2Fw0rd%21",
		"https://ada:%@h.internal":                                                                      "w1n!ter$9*",
		"postgres://app:%@db.internal/x":                                                                "w1n#ter9",
		"mongodb://app:%@h.internal":                                                                    "w1n@ter9",
		"redis://:%@h.internal:6379":                                                                    "w1n/ter9",
		"amqp://app:%@h.internal":                                                                       "w1n:ter9",
		`Server=h.internal;User Id=app;Password="%";`:                                                   "w1n;ter 9",
		`Server=h.internal;User Id=app;Password='%';`:                                                   "w1n;ter 9",
		`Server=h.internal;User Id=app;Password={%};`:                                                   "w1n;ter 9",
		`Server=h.internal;User Id=app;Password=%;`:                                                     "w1nter 9x",
		`host=h.internal user=app password='%'`:                                                         "w1n ter9",
		"app:%@tcp(h.internal:3306)/shop":                                                               "w1n@t:r9",
	} {
		left(strings.Replace(shape, "%", secret, 1), secret)
	}
}
