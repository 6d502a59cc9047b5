package secrets

import (
	"encoding/base64"
	"strings"
	"testing"
)

// in64 is a value as a manifest holds it.
func in64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func TestASecretOfKubernetesKeepsNoValue(t *testing.T) {
	value := in64("kitten-harbour")
	for _, text := range []string{
		"apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ndata:\n  thing: %\n",
		"apiVersion: v1\ndata:\n  thing: %\nkind: Secret\n",
		"kind: ConfigMap\ndata:\n  a: b\n---\nkind: Secret\ndata:\n  # a word\n  other: \"\"\n  thing: \"%\"\n---\nkind: ConfigMap\n",
		"kind: Secret\ndata:\n    thing: !!binary %\n", "kind: Secret\ndata:\n  thing: |\n    %\n",
		"items:\n- apiVersion: v1\n  kind: Secret\n  data:\n    thing: %\n", `{"kind":"Secret","data":{"a":"b","thing":"%"}}`, `{"data": {"thing": "%"}, "kind": "Secret"}`,
	} {
		if got, _ := Redact(strings.ReplaceAll(text, "%", value)); strings.Contains(got, value) || !strings.Contains(got, "thing") {
			t.Errorf("%q -> %q", text, got)
		}
	}
	if got, _ := Redact("kind: Secret\nstringData:\n  thing: kitten\n  host: db.internal\n"); got != "kind: Secret\nstringData:\n  thing: [REDACTED:kubernetes-secret]\n  host: db.internal\n" {
		t.Errorf("%q", got)
	}
}

func TestManifestsWithoutAValueAreLeftAlone(t *testing.T) {
	value := in64("kitten-harbour")
	for _, text := range []string{
		"kind: ConfigMap\ndata:\n  thing: " + value + "\n", "kind: Secret\nmetadata:\n  name: shop-tokens\n  labels:\n    app: shop\ntype: Opaque\n",
		"kind: SecretStore\ndata:\n  thing: " + value + "\n", "kind: Secret\ndata:\n  thing: {{ .Values.thing | b64enc }}\n", "kind: Secret\ndata:\n  thing: <base64>\n",
		"kind: Secret\n---\nkind: ConfigMap\ndata:\n  thing: " + value + "\n", "kind: Secret\nstringData:\n  thing: ${THING}\n", "a kind: Secret in words\ndata: none",
	} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

func TestAJSONWebKeyIsFoundInYAMLAndTOML(t *testing.T) {
	number := fake("870MB6gfuTJ4HtUn", "UvYMyJpr5eUZNP4Bk43bVdj3eAE")
	for _, text := range []string{"kty: EC\ncrv: P-256\nd: %\n", "keys:\n  - kid: a\n    d: \"%\"\n    kty: EC\n", "- kty: oct\n  k: %\n", "kty = \"EC\"\nd = \"%\"\n"} {
		if got, _ := Redact(strings.ReplaceAll(text, "%", number)); strings.Contains(got, number) {
			t.Errorf("%q is kept", got)
		}
	}
	for _, text := range []string{"kty: EC\ncrv: P-256\nx: %\ny: %\n", "kty: RSA\nk: %\n", "kty: EC\n\nd: %\n"} {
		if found := Scan(strings.ReplaceAll(text, "%", number)); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}
