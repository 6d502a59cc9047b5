package compare

import "testing"

func TestAnotherOneOfManyIsNoCorrection(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"防火墙开放端口 8080", "防火墙开放端口 8443。", Unrelated},
		{"防火墙开放 8080 端口", "防火墙开放 8443 端口", Unrelated},
		{"The firewall opens port 8080", "The firewall opens port 8443.", Unrelated},
		{"The firewall allows port 8080", "The firewall allows port 8443", Unrelated},
		{"网关支持 TLS 1.2", "网关支持 TLS 1.3", Unrelated},
		{"The SDK supports Python 3.11", "The SDK supports Python 3.12", Unrelated},
		{"客户端支持 API 版本 3", "客户端支持 API 版本 4", Unrelated},
		{"容器暴露端口 80", "容器暴露端口 443", Unrelated},
		{"安全组放行端口 22", "安全组放行端口 443", Unrelated},
		{"白名单包含 10.0.0.1", "白名单包含 10.0.0.2", Unrelated},
		{"The allowlist contains 10.0.0.1", "The allowlist contains 10.0.0.2", Unrelated},
		// the only one, a bound, a quantity, or a change
		{"防火墙只开放端口 8080", "防火墙只开放端口 8443", Update},
		{"最低支持的 Go 版本是 1.21。", "最低支持的 Go 版本是 1.23。", Update},
		{"The bundle contains 3 fonts", "The bundle contains 5 fonts", Update},
		{"支持最多 5 个用户", "支持最多 8 个用户", Update},
		{"API 监听端口 8080", "API 监听端口 8443", Update},
		{"The API listens on port 8080", "The API listens on port 8443", Update},
		{"防火墙开放端口 8080", "防火墙现在改为开放端口 8443", Update},
	} {
		if got := Facts(Fact{Title: c.older}, Fact{Title: c.newer}); got.Relation != c.want {
			t.Errorf("%q, %q: %+v, want %s", c.older, c.newer, got, c.want)
		}
	}
}
