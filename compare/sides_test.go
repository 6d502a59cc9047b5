package compare

import "testing"

func TestTheSameWordsOnOtherSidesContradict(t *testing.T) {
	for _, p := range [][2]string{
		{"Always use pnpm for installs, never npm.", "Always use npm for installs, never pnpm."},
		{"Use spaces, not tabs.", "Use tabs, not spaces."},
		{"Use vitest, not jest", "Use jest, not vitest"},
		{"Use vitest, not jest", "Use jest, not mocha"},
		{"Do not use npm, use pnpm", "Do not use pnpm, use npm"},
		{"Use tabs instead of spaces", "Use spaces instead of tabs"},
		{"Use tabs rather than spaces", "Use spaces rather than tabs"},
		{"Use tabs over spaces", "Use spaces over tabs"},
		{"Choose tabs over spaces", "Choose spaces over tabs"},
		{"Prefer tabs to spaces", "Prefer spaces to tabs"},
		{"Prefer rebase over merge in this repo", "Prefer merge over rebase in this repo"},
		{"Send logs over TLS, not TCP", "Send logs over TCP, not TLS"},
		{"Write tests first, not last", "Write tests last, not first"},
		{"Use pnpm, never npm", "Use npm"},
		{"Use npm", "Use pnpm, never npm"},
		{"Never use pnpm", "Use pnpm, never npm"},
		{"用 pnpm 不用 npm", "用 npm 不用 pnpm"},
		{"用空格不用制表符", "用制表符不用空格"},
		{"用空格，不要用制表符", "用制表符，不要用空格"},
		{"使用空格而不是制表符", "使用制表符而不是空格"},
		{"不用 npm 用 pnpm", "不用 pnpm 用 npm"},
	} {
		for _, q := range [][2]string{p, {p[1], p[0]}} {
			if r := Facts(Fact{Title: q[0]}, Fact{Title: q[1]}); r.Relation != Contradiction {
				t.Errorf("%q, then %q: %+v\n%+v\n%+v", q[0], q[1], r, read(q[0]), read(q[1]))
			}
		}
	}
}

func TestTheSameSidesAreNoContradiction(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		want         Relation
	}{
		{"Use pnpm, never npm", "Never npm, use pnpm", Same},
		{"Use pnpm, never npm", "Use pnpm, not npm", Same},
		{"Never use npm", "Use pnpm, never npm", Unrelated},
		{"Use tabs, not spaces in Go", "Use spaces, not tabs in YAML", Unrelated},
		{"Redis does not replace Kafka", "Kafka does not replace Redis", Unrelated},
		{"用 pnpm 不用 npm", "使用 pnpm，不用 npm", Same},
	} {
		if r := Facts(Fact{Title: tt.older}, Fact{Title: tt.newer}); r.Relation != tt.want {
			t.Errorf("%q, then %q: %+v, want %s", tt.older, tt.newer, r, tt.want)
		}
	}
}

func TestOppositesOwnersUnitsAndLanguagesMeet(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		want         Relation
	}{
		{"Timeout is 30 seconds", "Timeout is 30 minutes", Update},
		{"The lease lasts 60 minutes", "The lease lasts 1 hour", Same},
		{"The session timeout is 15 minutes", "The session timeout was raised from 15 to 30 minutes", Update},
		{"The token lives 2 hours", "The token lives 2", Unrelated},
		{"The upload limit is 5 bytes", "The upload limit is 5 MB", Update},
		{"Alice owns the billing service", "Bob owns the billing service", Contradiction},
		{"The payments team owns the billing service", "The platform team owns the billing service", Contradiction},
		{"Alice maintains the billing service", "Bob maintains the billing service", Contradiction},
		{"Alice owns the billing service", "Bob owns the shipping service", Unrelated},
		{"张三负责计费服务", "李四负责计费服务", Contradiction},
		{"提交信息必须用英文", "提交信息必须用中文", Contradiction},
		{"Commit messages must be in English", "Commit messages must be in Chinese", Contradiction},
		{"The query cache is enabled in production", "The query cache is disabled in production", Contradiction},
		{"Debug logging is on", "Debug logging is off", Contradiction},
		{"Debug logging is turned on", "Debug logging is turned off", Contradiction},
		{"Force pushes are allowed on main", "Force pushes are forbidden on main", Contradiction},
		{"strict_mode is true in production", "strict_mode is false in production", Contradiction},
		{"The title field is required", "The title field is optional", Contradiction},
		{"Deploys are automatic", "Deploys are manual", Contradiction},
		{"生产环境启用查询缓存", "生产环境禁用查询缓存", Contradiction},
		{"查询缓存在生产环境启用", "查询缓存在生产环境禁用", Contradiction},
		{"查询缓存在生产环境开启", "查询缓存在生产环境关闭", Contradiction},
		{"允许向 main 强制推送", "禁止向 main 强制推送", Contradiction},
		{"标题字段必填", "标题字段选填", Contradiction},
		{"部署是自动的", "部署是手动的", Contradiction},
		{"When the build fails: clean the cache", "When the build fails: do not clean the cache", Contradiction},
		{"When the build fails: always clean the cache", "When the build fails: never clean the cache", Contradiction},
		{"When the build fails: Clean the module cache.", "When the build fails: Do not clean the module cache.", Contradiction},
		{"When a migration fails: keep the lock file", "When a migration fails: delete the lock file", Update},
	} {
		r := Facts(Fact{Title: tt.older}, Fact{Title: tt.newer})
		if r.Relation != tt.want || r.Sure && (r.Relation == Contradiction || r.New == "delete") {
			t.Errorf("%q, then %q: %+v, want %s\n%+v\n%+v", tt.older, tt.newer, r, tt.want, read(tt.older), read(tt.newer))
		}
	}
}

func TestInsteadOfWhatWasDeniedBeforeReplacesNothing(t *testing.T) {
	r := Facts(Fact{Claim: "Customer Halvorsen wants invoices as PDF, not as HTML mail."},
		Fact{Claim: "Invoices for customer Halvorsen have to be PDF files instead of HTML mail."})
	if r.Relation == Update {
		t.Errorf("%+v", r)
	}
}
