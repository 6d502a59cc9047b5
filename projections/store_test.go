package projections

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/items"
)

// testStore is a store in a temporary directory whose clock stands far enough ahead that files are not racy.
type testStore struct {
	t   testing.TB
	dir string
	p   *Projections
}

func newTestStore(t testing.TB) *testStore {
	t.Helper()
	return storeAt(t, filepath.Join(t.TempDir(), ".memory"))
}

func storeAt(t testing.TB, dir string) *testStore {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "items", "2026"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "review"), 0o755); err != nil {
		t.Fatal(err)
	}
	embedder := NewHashing()
	later := func() time.Time { return time.Now().Add(time.Minute) }
	p := &Projections{Dir: filepath.Join(dir, "projections"), Items: &items.Store{Dir: dir}, Embedder: embedder, Now: later}
	return &testStore{t: t, dir: dir, p: p}
}

// long is how much of a test runs: few rounds in the check, many with MEMORY_TEST_LONG=1.
func long(few, many int) int {
	if os.Getenv("MEMORY_TEST_LONG") != "" {
		return many
	}
	return few
}

// item returns a valid item with this id's tail, title and body.
func item(n int, title, body string) items.Item {
	at := time.Date(2026, 11, 29, 10, 15, 0, 0, time.UTC)
	return items.Item{
		ID: items.ID(fmt.Sprintf("mem-20261129-note-%08d", n)), Schema: 1, Type: items.Fact, Title: title, Status: items.Active,
		Created: at, Updated: at, Agent: "test", Sensitivity: items.Internal, Trust: items.Human, Body: body,
	}
}

func (s *testStore) path(it items.Item) string {
	if it.Status == items.Proposed {
		return filepath.Join(s.dir, "review", string(it.ID)+".md")
	}
	return filepath.Join(s.dir, "items", "2026", string(it.ID)+".md")
}

// put writes an item's file the way an editor or git does, not through the write service.
func (s *testStore) put(it items.Item) {
	s.t.Helper()
	b, err := it.Encode()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(s.path(it), b, 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// putWhole writes as the store does, by a rename, so that a reader in another process never meets half a file.
func (s *testStore) putWhole(it items.Item) {
	s.t.Helper()
	b, err := it.Encode()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := atomicfile.Write(s.path(it), b, 0o644); err != nil {
		s.t.Fatal(err)
	}
}

func (s *testStore) remove(it items.Item) {
	s.t.Helper()
	if err := os.Remove(s.path(it)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *testStore) open() *View {
	s.t.Helper()
	tick(s.t, s) // its clock tells no folder that it is young
	v, err := s.p.Open(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	tick(s.t, s)
	s.t.Cleanup(func() { v.Close() })
	return v
}

func (s *testStore) sync() Report {
	s.t.Helper()
	tick(s.t, s)
	r, err := s.p.Sync(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	tick(s.t, s)
	return r
}

func (s *testStore) rebuild() Report {
	s.t.Helper()
	r, err := s.p.Rebuild(s.t.Context(), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func (s *testStore) hash() string {
	s.t.Helper()
	h, err := s.p.Hash(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return h
}

// holding lists the ids of the documents that hold every term of text in some field.
func holding(t testing.TB, v *View, text string) []string {
	t.Helper()
	count := map[int]int{}
	terms := 0
	for _, term := range v.Analyze(text) {
		if term.Ident {
			continue
		}
		terms++
		seen := map[int]bool{}
		if err := v.Postings(term.Text, func(doc int, _ *[NumFields]uint32) { seen[doc] = true }); err != nil {
			t.Fatal(err)
		}
		for doc := range seen {
			count[doc]++
		}
	}
	var ids []string
	for doc := range v.Len() {
		if terms > 0 && count[doc] == terms {
			ids = append(ids, string(v.Head(doc).ID))
		}
	}
	return ids
}

// corpus makes realistic items: one fifth Chinese, the words of a software team with a long tail, identifiers, paths, links, tags.
type corpus struct{ rand *rand.Rand }

func newCorpus(seed uint64) *corpus { return &corpus{rand.New(rand.NewPCG(seed, 7))} }

var (
	corpusWords = strings.Fields(`cursor pagination postgres index cache token session migration deploy rollback timeout retry queue
		worker schema column constraint endpoint handler middleware request response header cookie login password hash merge branch
		rebase commit review test fixture mock flake docker image container volume port network proxy certificate metric trace log
		alert dashboard latency throughput memory leak heap goroutine channel mutex deadlock race parser lexer tree node graph edge
		because therefore decided prefer never always should instead before after failed passed slow fast broken fixed changed kept`)
	corpusChinese = []rune("数据库索引缓存查询分页游标超时重试队列部署回滚接口请求响应登录密码会话令牌测试修复决定因为所以必须不要使用配置文件端口网络内存泄漏")
	corpusIdents  = []string{"getUserById", "connection_pool", "http.Server", "db/list.ts", "MAX_RETRIES", "shop-api", "src/auth/login.go", "v1.2.3", "utf8Decode", "k8s.io/api"}
)

func (c *corpus) item(n int) items.Item {
	it := item(n, c.text(6), "")
	if c.rand.IntN(3) > 0 {
		it.Summary = c.text(14)
	}
	it.Project = fmt.Sprintf("project-%d", c.rand.IntN(10))
	for range c.rand.IntN(4) {
		it.Tags = appendNew(it.Tags, c.word())
	}
	if c.rand.IntN(4) == 0 {
		it.Refs.Files = []string{"src/" + c.word() + "/" + c.word() + ".go"}
	}
	if n > 0 && c.rand.IntN(5) == 0 {
		it.Supersedes = []items.ID{item(c.rand.IntN(n), "", "").ID}
	}
	var body strings.Builder
	for s := range 1 + c.rand.IntN(3) {
		fmt.Fprintf(&body, "## %s\n\n%s.\n\n", c.text(3), c.text(20+c.rand.IntN(40)))
		if s == 0 && n > 0 && c.rand.IntN(4) == 0 {
			fmt.Fprintf(&body, "See [[%s]].\n\n", item(c.rand.IntN(n), "", "").ID)
		}
	}
	it.Body = strings.TrimRight(body.String(), "\n")
	return it
}

func appendNew(list []string, s string) []string {
	for _, x := range list {
		if x == s {
			return list
		}
	}
	return append(list, s)
}

func (c *corpus) word() string {
	if c.rand.IntN(3) == 0 { // the long tail of rare words
		return fmt.Sprintf("%s%s", corpusWords[c.rand.IntN(len(corpusWords))], string(rune('a'+c.rand.IntN(26)))+string(rune('a'+c.rand.IntN(26))))
	}
	return corpusWords[c.rand.IntN(len(corpusWords))]
}

func (c *corpus) text(words int) string {
	chinese := c.rand.IntN(5) == 0
	parts := make([]string, words)
	for i := range parts {
		switch {
		case c.rand.IntN(12) == 0:
			parts[i] = corpusIdents[c.rand.IntN(len(corpusIdents))]
		case chinese:
			parts[i] = string(corpusChinese[c.rand.IntN(len(corpusChinese))]) + string(corpusChinese[c.rand.IntN(len(corpusChinese))])
		default:
			parts[i] = c.word()
		}
	}
	if chinese {
		return strings.Join(parts, "")
	}
	return strings.Join(parts, " ")
}
