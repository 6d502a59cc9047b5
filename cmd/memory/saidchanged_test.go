package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhatAPersonSaysOfAChangeIsHisWord: a person tells an agent in passing that something changed or is otherwise; the agent writes it down by MCP and
// cites his words. What he says is now so needs no review, what was before, and what he only plans, asks or reports, does.
func TestWhatAPersonSaysOfAChangeIsHisWord(t *testing.T) {
	for n, tt := range []struct {
		word                 bool
		said, title, summary string
	}{
		{true, "Tests live in ./spec, not in ./test", "Place of the tests", "Tests live in ./spec."},
		{true, "no, not in ./test: tests live in ./spec", "Tests live in ./spec", "Tests live in ./spec."},
		{true, "the retry limit should be 5 not 3", "Retry limit is 5", "The retry limit is 5."},
		{true, "Retries should be 5, not 3.", "Retries: 5", "Retries should be 5."},
		{true, "不是 npm，我们用 pnpm", "我们用 pnpm", "我们用 pnpm。"},
		{true, "我们用 pnpm，不是 npm", "包管理器", "我们用 pnpm。"},
		{true, "The gateway port changed from 8080 to 8443.", "Port of the gateway", "The gateway port is 8443."},
		{true, "网关端口从 8080 改成 8443 了。", "网关端口", "网关端口是 8443。"},
		{true, "订单列表改为每页 250 行，不是 50 行。", "订单列表每页 250 行", "订单列表每页 250 行。"},
		{true, "We switched from npm to pnpm.", "Package manager", "We use pnpm."},
		{true, "The timeout is now 30 seconds instead of 10.", "Timeout", "The timeout is 30 seconds."},
		{true, "Use tabs, never spaces.", "Indentation", "Use tabs."},
		{true, "That's wrong, the export runs at 04:00.", "Export time", "The export runs at 04:00."},
		{true, "No: staging is in eu-west-1, not us-east-1.", "Region of staging", "Staging is in eu-west-1."},
		{true, "日志保留期改成 30 天", "日志保留期", "日志保留期是 30 天。"},
		{true, "数据库从 MySQL 换成 Postgres 了", "数据库", "数据库是 Postgres。"},
		{true, "We bumped the JDK from 17 to 21.", "JDK", "The JDK is 21."},
		{true, "it's pnpm here, not npm", "Package manager", "Use pnpm."},
		{false, "The gateway port changed from 8080 to 8443.", "Port of the gateway", "The gateway port is 8080."},
		{false, "The gateway port changed from 8080 to 8443.", "Port of the gateway", "The gateway port changed from 8443 to 8080."},
		{false, "the retry limit should be 5 not 3", "Retry limit is 3", "The retry limit is 3."},
		{false, "Tests live in ./spec, not in ./test", "Place of the tests", "Tests live in ./test."},
		{false, "不是 npm，我们用 pnpm", "我们用 npm", "我们用 npm。"},
		{false, "网关端口从 8080 改成 8443 了。", "网关端口", "网关端口是 8080。"},
		{false, "We switched from npm to pnpm.", "Package manager", "We use npm."},
		{false, "数据库从 MySQL 换成 Postgres 了", "数据库", "数据库是 MySQL。"},
		{false, "We want to switch from npm to pnpm.", "Package manager", "We use pnpm."},
		{false, "Should we switch from npm to pnpm?", "Package manager", "We use pnpm."},
		{false, "We may have moved from Jenkins to GitHub Actions.", "CI", "CI runs on GitHub Actions."},
		{false, "The port of billing changed from 80 to 81, the port of orders stays 82.", "Port", "The port of orders is 81."},
		{false, "Carol said the port changed from 80 to 81 but it did not.", "Port", "The port is 81."},
		{false, "The admin port is 9443 and the gateway port is 8443.", "Gateway port", "The gateway port is 9443."},
		{false, "打算把日志保留期改成 30 天", "日志保留期", "日志保留期是 30 天。"},
		{false, "如果把日志保留期改成 30 天会太贵", "日志保留期", "日志保留期是 30 天。"},
		{false, "The price rose from 8080 to 8443 in the mock.", "Price", "The price is 8443."},
	} {
		dir := filepath.Join(t.TempDir(), "shop")
		if err := os.MkdirAll(filepath.Join(dir, "home"), 0o755); err != nil {
			t.Fatal(err)
		}
		session := fmt.Sprint("s", n)
		agent := seat{t, dir, "codex", session, "", map[string]string{"CODEX_THREAD_ID": session}}
		seat{t, dir, "", "", "", nil}.run("2026-11-29T09:00:00Z", "", "init")
		agent.hook("2026-11-29T11:00:00Z", "UserPromptSubmit", map[string]any{"turn_id": "1", "prompt": tt.said})
		out := agent.call("2026-11-29T11:01:00Z", "memory_write", map[string]any{"type": "fact", "title": tt.title, "summary": tt.summary, "evidence": []string{tt.said}})
		out = out[strings.Index(out, `"id":3`):] // the instructions of the server come before
		if got := strings.Contains(out, `"status":"written"`) && !strings.Contains(out, "no person said it"); got != tt.word {
			t.Errorf("%q, written down as %q: %q: counts as his word: %t\n%s", tt.said, tt.title, tt.summary, got, out)
		}
	}
}
