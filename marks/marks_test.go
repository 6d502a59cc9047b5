package marks

import (
	"slices"
	"testing"
)

// apart are texts with one key, or in words that say the same, that are two facts by their signs alone.
var apart = [][2]string{
	{"Ratio 1:2", "Ratio 1.2"}, {"The limit is 1,000", "The limit is 1.000"}, {"GET /a/{id}", "GET /a/id"}, {"The gate is .env", "The gate is env"},
	{"Path is /a/b", "Path is a.b"}, {"比例是 1：2", "比例是 1.2"}, {"5-10 minutes", "5, 10 minutes"},
	// percent and currency
	{"Discount is 10%", "Discount is 10"}, {"Price is €5", "Price is $5"}, {"Price is 5€", "Price is 5$"}, {"折扣是 10%", "折扣是 10"}, {"价格是￥5", "价格是$5"}, {"Rate is 3‰", "Rate is 3%"},
	{"Share is １０％", "Share is 10"},
	// signs of numbers, approximation, what stands above the line
	{"Offset is +5 hours", "Offset is 5 hours"}, {"Size is ~10", "Size is 10"}, {"Size is 10²", "Size is 102"}, {"Size is 10^2", "Size is 102"}, {"CO₂ is logged", "CO2 is logged"}, {"温度是-5", "温度是5"},
	{"Retries are 5+", "Retries are 5"}, {"Tolerance is ±5", "Tolerance is 5"}, {"Size is 10!", "Size is 10^"},
	// comparison and logic
	{"a<b holds", "a>b holds"}, {"a<b holds", "a<=b holds"}, {"a && b is used", "a || b is used"}, {"Use !enabled", "Use enabled"}, {"a=b", "a==b"}, {"a & b is used", "a && b is used"},
	{"Arrow is a -> b", "Arrow is a > b"}, {"Lint / test", "Lint test"}, {"a * b", "a b"}, {"a*b", "a b"}, {"a / b", "a * b"},
	// ranges of versions, globs, paths, expressions
	{"Version ^1.2 is allowed", "Version ~1.2 is allowed"}, {"Version 1.2 is allowed", "Version ~1.2 is allowed"}, {"The glob is *.ts", "The glob is **.ts"}, {"The glob is `*.ts`", "The glob is `.ts`"},
	{"The path is ../a", "The path is ./a"}, {"The path is /a", "The path is a"}, {"Copy a/ there", "Copy a there"}, {"The path is ~/a", "The path is /a"}, {`The path is a\b`, "The path is a/b"},
	{"Regex is [a-z]+", "Regex is [a-z]*"}, {"Regex is a?b", "Regex is a b"}, {"Regex is ^a", "Regex is a"}, {"Regex is a$", "Regex is a"}, {"Range is a..b", "Range is a.b"},
	{"Ref is HEAD~1", "Ref is HEAD^1"}, {"Pattern is src/**/*.go", "Pattern is src/*/*.go"},
	// sigils, flags, code
	{"Use @scope/pkg", "Use scope/pkg"}, {"Channel is #ops", "Channel is @ops"}, {"Channel is #ops", "Channel is ops"}, {"Flag is -v", "Flag is --v"}, {"Flag is -v", "Flag is v"}, {"Flag is -v", "Flag is -V"},
	{"Variable is $HOME", "Variable is HOME"}, {"Variable is ${HOME}", "Variable is $HOME"}, {"标签是#运维", "标签是@运维"}, {"Call f(x)", "Call f x"}, {"Use a[0]", "Use a 0"}, {"Use std::move", "Use std:move"},
	{"Format is %d", "Format is %D"}, {"Use C++", "Use C"}, {"Use C#", "Use C"}, {"Pass &x", "Pass *x"}, {"Type is int?", "Type is int*"}, {"Hash is #1", "Hash is 1"}, {"读/写", "读写"},
	// case and underscores of identifiers
	{"The variable is MAX_SIZE", "The variable is max_size"}, {"The variable is MAX_SIZE", "The variable is MAX SIZE"}, {"The field is userId", "The field is userid"}, {"The field is user_id", "The field is user-id"},
	{"The class is UserService", "The class is userService"}, {"The method is __init__", "The method is init"}, {"The link is 5 Mb/s", "The link is 5 MB/s"},
}

// alike are texts that only stops, quotation, Markdown, width or case set apart.
var alike = [][2]string{
	{"Lists page by cursor.", "- **Lists**, page: by (cursor)"}, {"Use the `v1.2` image", "use v1.2 image!"}, {"A cursor-based list", "a cursor based list"},
	{"使用 Postgres，不用 MySQL。", "使用Postgres,不用MySQL"}, {"Ｐort 1：2", "port 1:2"}, {"See x.go, then y.go.", "Then y.go; see x.go"},
	{"Use *only* the cursor", "Use only the cursor"}, {"Use **the cursor** here", "Use the cursor here"}, {"_Always_ use it", "Always use it"}, {"> Quoted text", "Quoted text"}, {"## A title", "A title"}, {"* item", "item"},
	{"The glob is `*.ts`", "The glob is *.ts"}, {"The glob is \"*.ts\", always", "The glob is *.ts always"}, {"Share is １０％。", "share is 10%"}, {"Share (10%) grows", "Share 10% grows"},
	{"DEPLOY WITH GITHUB", "Deploy with GitHub"}, {"THE FIELD IS USERID", "The field is userId"}, {"Use PostgreSQL", "use postgresql"}, {"Use macOS", "use macos"}, {"THE NAME IS MAX_SIZE", "The name is max_size"},
	{"The user's name", "The users’ name"}, {"It is so — really", "It is so, really"}, {"Wait... then go", "Wait, then go"}, {"“Quoted” word", "'Quoted' word"}, {"日志：保存 7 天", "日志保存7天"}, {"《手册》在此", "手册在此"},
	{"Is it on?", "Is it on."}, {"One; two", "One, two"}, {"**Use the cursor.** Then go", "Use the cursor. Then go"}, {"~~Old~~ rule", "Old rule"}, {"备份（每天）", "备份每天"}, {"10 %, at most", "10 % at most"},
}

func TestSignsThatMayBeTheFact(t *testing.T) {
	for _, p := range apart {
		if Same(p[0], p[1]) || Same(p[1], p[0]) {
			t.Errorf("%q and %q have the same marks %q", p[0], p[1], telling(p[0], true))
		}
	}
	for _, p := range alike {
		if !Same(p[0], p[1]) {
			t.Errorf("%q and %q have marks %q and %q", p[0], p[1], telling(p[0], true), telling(p[1], true))
		}
	}
	for _, p := range append(slices.Clone(apart), alike...) {
		if same := Same(p[0], p[1]); SameSum(Sum(p[0]), Sum(p[1])) != same || SameSum(Sum(p[1]), Sum(p[0])) != same {
			t.Errorf("%q and %q: their sums say otherwise than the texts", p[0], p[1])
		}
	}
}

// A text has the marks of itself, whatever it is, and a sentence around it takes none away.
func FuzzMarks(f *testing.F) {
	for _, p := range append(slices.Clone(apart), alike...) {
		f.Add(p[0])
		f.Add(p[1])
	}
	for _, text := range []string{"# A title\n\nIt's so (at most), \"quoted\"; don't.\n- one\n- two", "A well-known API: see `code` there!", "foo'Bar", "M'b", "5 Gb", "5 Tib", "#ops", "a #", "####### a"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !Same(text, text) {
			t.Errorf("%q has not its own marks", text)
		}
		if signs, names := tell(text); quiet(text) && len(signs)+len(names) > 0 {
			t.Errorf("%q is taken for a text without marks, and has %q %q", text, signs, names)
		}
		if a, b := Apart(text, text); len(a)+len(b) > 0 {
			t.Errorf("%q has marks of its own beside itself: %q %q", text, a, b)
		}
	})
}
