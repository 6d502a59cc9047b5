package secrets

import (
	"strings"
	"testing"
)

func TestPersonalDataIsFoundByItsCheck(t *testing.T) {
	for _, c := range []struct{ kind, text, want string }{
		{Card, "paid with 4539 1488 0343 6467 today", "paid with [PERSONAL:card] today"},
		{Card, "https://pay.example/do?c=4111111111111111&x=1", "https://pay.example/do?c=[PERSONAL:card]&x=1"},
		{Card, "a?x=1&amp;cc_number=5500005555555559", "a?x=1&amp;cc_number=[PERSONAL:card]"},
		{Card, "a?order=5500005555555559&orderId=5500005555555559&v=5500005555555559&fbid=378282246310005", ""}, // what these name is numbered
		{Card, "a?c=5500005555555558", ""},
		{Card, "c=5500005555555559", ""}, // no parameter of an address: behind = a number is an id
		{Card, "card=5500005555555559", "card=[PERSONAL:card]"},
		{Card, "card_4111111111111111_x", "card_[PERSONAL:card]_x"},
		{Card, "order_4111111111111111_x", ""},
		{Card, "id_4111 1111 1111 1111 is paid", "id_[PERSONAL:card] is paid"}, // in groups it is no id
		{Card, "id_4111-1111-1111-1111", "id_[PERSONAL:card]"},
		{Card, "id_4111 1111 1111 1112", ""},
		{Card, "4539\u00a01488\u00a00343\u00a06467", "[PERSONAL:card]"},
		{Card, "卡号：４５３９１４８８０３４３６４６７。", "卡号：[PERSONAL:card]。"},
		{Card, "paid with 4539 1488\n0343 6467 today", "paid with [PERSONAL:card] today"},
		{Card, "4539\n1488\n0343\n6467", ""}, // a column
		{IBAN, "to de89 3704 0044 0532 0130 00 please", "to [PERSONAL:iban] please"},
		{IBAN, "de890 is no account of anybody", ""},
		{USSSN, "the ssn is 536904399", "the ssn is [PERSONAL:us_ssn]"},
		{USSSN, "build 536904399", ""},
		{Card, "card: 378282246310005.", "card: [PERSONAL:card]."},
		{IBAN, "send to DE89 3704 0044 0532 0130 00 please", "send to [PERSONAL:iban] please"},
		{IBAN, "GB29NWBK60161331926819", "[PERSONAL:iban]"},
		{USSSN, "ssn 219-09-9998", "ssn [PERSONAL:us_ssn]"},
		{CNID, "身份证 11010519491231002X。", "身份证 [PERSONAL:cn_id]。"},
		{EUID, "dni 12345678Z", "dni [PERSONAL:eu_id]"},
		{EUID, "NIE X1234567L,", "NIE [PERSONAL:eu_id],"},
		{EUID, "RSSMRA85T10A562S", "[PERSONAL:eu_id]"},
		{EUID, "hetu 131052-308T", "hetu [PERSONAL:eu_id]"},
		{EUID, "PESEL: 44051401359", "PESEL: [PERSONAL:eu_id]"},
		{EUID, "bsn 111222333", "bsn [PERSONAL:eu_id]"},
		{EUID, "Steuer-ID 86095742719", "Steuer-ID [PERSONAL:eu_id]"},
		{EUID, "personnummer 811228-9874", "personnummer [PERSONAL:eu_id]"},
		{EUID, "NIR 255081416802538", "NIR [PERSONAL:eu_id]"},
		{EUID, "rijksregister 85.07.30-033.28", "rijksregister [PERSONAL:eu_id]"},
		{Email, "ask ada.lovelace@analytical.engine.co.uk now", "ask [PERSONAL:email] now"},
		{Phone, "call +44 20 7946 0958.", "call [PERSONAL:phone]."},
		{Phone, "call (212) 555-0199 or 212-555-0199", "call [PERSONAL:phone] or [PERSONAL:phone]"},
		{Phone, "打 138 0013 8000 找我，或 139-1234-5678", "打 [PERSONAL:phone] 找我，或 [PERSONAL:phone]"},
		{Phone, "reach me: 86 138 0013 8000 or 0086-138-0013-8000", "reach me: [PERSONAL:phone] or [PERSONAL:phone]"},
		{Phone, "手机号码13800138000，微信 13912345678", "手机号码[PERSONAL:phone]，微信 [PERSONAL:phone]"},
		{Phone, "tel 008613800138000", "tel [PERSONAL:phone]"},
		{Phone, "order 13800138000, 订单 13912345678, ticket 128 0013 8000, 138 001 38000, 12345 13800138000 6", ""},
		{Phone, "8613800138000 rows, 1380-0138-000, 1764411300000, 138.0013.80001", ""},
		{Card, "Diners 30569309025904, 3056 930902 5904 and card 38520000023237", "Diners [PERSONAL:card], [PERSONAL:card] and card [PERSONAL:card]"},
		{Card, "36227206271667 rows; 20261129101500; card 30569309025905; card made 20261129101500", ""},
		{IBAN, "DE89-3704-0044-0532-0130-00, gb29 nwbk 6016 1331 9268 19", "[PERSONAL:iban], [PERSONAL:iban]"},
		{IBAN, "DE89-3704 0044-0532 0130-00, DE89--3704-0044-0532-0130-00, DE89-3704-0044-0532-0130-01", ""},
		{USSSN, "social security number 219 09 9998 and ssn 219.09.9998", "social security number [PERSONAL:us_ssn] and ssn [PERSONAL:us_ssn]"},
		{USSSN, "ranges 219 09 9998 of 300; ssn 219 099 998; ssn 666 09 9998", ""},
		{EUID, "NISS 85073003328, 85 07 30 033 28, 85.07.30.033.28", "NISS [PERSONAL:eu_id], [PERSONAL:eu_id], [PERSONAL:eu_id]"},
		{EUID, "rows 85073003328, niss 85073003329, 85 07 30 033 29, 850 730 0332 8", ""},
		{Home, "at /home/adal/src and C:\\Users\\adal\\src", "at /home/[PERSONAL:home]/src and C:\\Users\\[PERSONAL:home]\\src"},
	} {
		want := c.want
		if want == "" {
			want = c.text
		}
		if got, _ := MaskPersonal(c.text, []string{c.kind}); got != want {
			t.Errorf("%s: got %q, want %q", c.kind, got, want)
		}
	}
}

func TestOneWrongDigitIsNobody(t *testing.T) {
	for _, text := range []string{
		"4539 1488 0343 6468", "DE89 3704 0044 0532 0130 01", "000-12-3456", "110105194912310021", "12345678A", "X1234567M", "RSSMRA85T10A562T", "131052-308U",
		"PESEL 44051401358", "bsn 111222334", "44051401359", "111222333", "255081416802539",
		"commit 7b5199fdeff7d7682e9f979f468d55bc7b67b934", "2026-11-29T10:15:00Z", "1764411300000", "id 3286a508-a6ca-278a-c078-85b2b515d8d2", "v1.2.3-20261129101500-abcdef012345",
		"git@github.com:a/b.git", "ada@example.com", "noreply@anthropic.com", "/home/runner/work", "/Users/Shared/x", "port 8080, 100000 rows", "0000 0000 0000 0000", "pkg@1.2.3", "user@host",
		"-----------", "+1", "(see (note) below)", "a+b", "1-2-3-4-5-6-7-8-9",
	} {
		if found := Personal(text, PersonalKinds()); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
}

func FuzzMaskPersonal(f *testing.F) {
	for _, s := range []string{"", "4539 1488 0343 6467", "a@b.co @ + ( /home/x", "DE89370400440532013000", "\xff@\xff", "131052-308T", strings.Repeat("1 ", 40)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once, found := MaskPersonal(text, PersonalKinds())
		at := 0
		for _, x := range found {
			if x.Start < at || x.End <= x.Start || x.End > len(text) {
				t.Fatalf("%q: %+v", text, found)
			}
			at = x.End
		}
		if twice, _ := MaskPersonal(once, PersonalKinds()); twice != once {
			t.Fatalf("not idempotent: %q %q %q", text, once, twice)
		}
	})
}
