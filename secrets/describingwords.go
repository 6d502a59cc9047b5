package secrets

import (
	"strings"
	"sync"
)

// Words that stand beside a password's name and are none.

// describingWords are what may stand behind a password's name and say something of it.
const describingWords = `
	string str text varchar char byte bytes binary blob bool boolean int integer number object array list map dict any unknown void never symbol type enum email url uri date file path regex pattern
	none null nil undefined empty blank true false yes no on off enabled disabled optional required mandatory hidden masked visible invalid valid wrong correct incorrect missing expired weak strong
	changed unchanged updated set unset default custom random generated auto automatic manual prompt ask interactive stdin stdout env environment keychain keyring vault inherit ignore ignored
	example sample placeholder dummy fake test testing mock demo foo bar baz foobar qux lorem something whatever anything nothing value values name names label title field input output data param
	params args arg option options config settings setting help usage description desc info note message error warn warning debug trace verbose
	admin root user users username userid login logout signin signup guest postgres mysql oracle redis mongo mongodb rabbitmq elastic elasticsearch cassandra couchbase influxdb clickhouse keycloak jenkins tomcat kibana minio grafana sa
	secret secrets token tokens key keys hash hashed hasher salt salted bcrypt scrypt argon argonid sha md plain plaintext clear cleartext encrypted encoded base crypt cipher digest hmac ntlm kerberos ldap radius saml oauth oidc basic digest bearer
	line lines row cwd match result res resp req ctx obj item elem node buf buffer tmp temp ptr idx len iter
	word words keyword keywords
	enter type typed choose repeat confirm retype verify check change reset forgot forgotten update create new old current next previous save cancel submit remember show hide toggle
	return self this that it its the a an and or not but if else for from with without to of in at by as is was are be been has have will can must may should
	min max length minlength maxlength size count limit width height row column index
	builtins builtin function func method class struct interface module package import export public private protected static final const let var def fn lambda
	get put post head patch delete select insert where group having order limit grant revoke identified values primary unique foreign references
	widget form control textbox button checkbox icon image style color font link menu item page view layout block inline grid flex
	provided supplied given stored sent used needed accepted rejected denied granted allowed forbidden locked unlocked protected known passed failed ok okay success failure redacted removed omitted filtered scrubbed secured
	here there below above elsewhere somewhere later once twice only also always never again now then
	files compat systemd sss nis sssd winbind db dns
	bash shell stdin expect fd cmd command script exec
	scrypted pbkdf pem der pkcs jks keystore truststore`

// labelWords are what other languages call a password: the text of a label.
const labelWords = `passwort kennwort losungswort motdepasse contrasena clave contrasenya contrasinal senha palavra parola parole wachtwoord adgangskode kodeord passord losenord salasana heslo haslo lozinka sifra geslo jelszo
	slaptazodis pasahitza sandi katasandi nenosiri sifre parool parol mima codice geheimwort`

// stateWords say how a password is, in a sentence, beyond those that an ending tells.
const stateWords = `safe secure short long same different unique simple complex easy hard good great fine next first last part ready right wrong bad there case sensitive plain common public private local remote known
	stale fresh reused leaked kept lost gone stuck broken compromised important essential crucial critical necessary needed personal internal external special like such what which whatever whichever mine yours ours theirs dead alive
	english german readable base quite very too so still just probably maybe actually usually exactly likely unlikely pretty rather either neither both all none up down out off over under over due subject likely visible obvious
	bits letters characters digits chars numbers words symbols bytes lowercase uppercase alphanumeric sixteen eight twelve twenty ten`

// actionWords are parts of names that hold a label, a state or an action of a password.
const actionWords = `forgot reset change changed invalid wrong incorrect confirm confirmation show hide no without enter repeat retype again input type label title field required requires require has is prompt ask hint placeholder error err msg message text
	update create lost missing need needs min max weak strong check validate validator verify encrypt encrypted hash hashed bad empty column col param option attr class icon lang translation help page form view url uri path file mode policy length len regex rule pattern reminder expired expires expiry count id`

var (
	describing = sync.OnceValue(func() map[string]bool { return wordSet(describingWords) })
	labels     = sync.OnceValue(func() map[string]bool { return wordSet(labelWords) })
	actions    = sync.OnceValue(func() map[string]bool { return wordSet(actionWords) })
	states     = sync.OnceValue(func() map[string]bool { return wordSet(stateWords) })
)

// wordSet makes a set of words; the sets are made when the first word is judged.
func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}
