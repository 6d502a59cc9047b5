package compare

import "testing"

func TestDifferencesDecideTheRelation(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		want         Relation
		sure         bool
	}{
		{"service A is 8080", "service B is 8080", Unrelated, false},
		{"service A is 8080", "service A is 9090", Update, true},
		{"Service A listens on port 8080", "Service A listens on port 9090", Update, true},
		{"service a listens on port 8080", "service a listens on port 9090", Update, true},
		{"Service B listens on port 8080", "Service A listens on port 9090", Unrelated, false},
		{"Always use tabs", "Never use tabs", Contradiction, false},
		{"Never use tabs", "Do not use tabs", Same, true},
		{"The lease lasts 2 weeks", "The lease lasts 14 days", Same, true},
		{"The lease lasts 2 weeks", "The lease lasts 2 days", Update, true},
		{"The proxy of shop is NGINX", "The proxy of shop is Caddy", Update, true},
		{"The proxy is idempotent", "The proxy is not idempotent", Contradiction, false},
		{"租约有效期是两周", "租约有效期是 14 天", Same, true},
		{"租约有效期是 14 天", "租约有效期是 20 天", Update, true},
		{"总是使用制表符", "从不使用制表符", Contradiction, false},
		{"The lease lasts 2 weeks", "租约有效期是两周", Unrelated, false},
		{"Fact 1 of process 2", "Fact 1 of process 3", Unrelated, false},
		{"Fact 1 of process 3", "Fact 3 of process 1", Unrelated, false},
		{"Redis feeds Kafka", "Kafka feeds Redis", Unrelated, false},
		{"Shared fact 2", "Shared fact 4", Unrelated, false},
		{"Fact number i", "Fact number a", Unrelated, false},
		{"", "The lease lasts 2 weeks", Unrelated, false},
		{"The port is 8080", "The debug port is 9229", Unrelated, false},
		{"端口是 8080", "调试端口是 9229", Unrelated, false},
		{"超时是 30 秒", "上传的超时是 300 秒", Unrelated, false},
		{"日志保留 14 天", "审计日志保留 14 天", Unrelated, false},
		{"The schema registry port is 8081", "The backup port is 9000", Unrelated, false},
		{"The port of the API is 8080", "The port of the API is 9090", Update, true},
		{"Images are built with Docker", "Images are no longer built with Docker but with Buildah", Update, true},
		{"Images are built with Docker", "Images of the shop are no longer built with Docker but with Buildah", Unrelated, false},
		{"Images are built with Docker on Linux", "Images are no longer built with Docker but with Buildah", Unrelated, false},
		{"Images are built with Kaniko", "Images are no longer built with Docker but with Buildah", Unrelated, false},
		{"镜像用 Docker 构建", "镜像不再用 Docker 构建，改用 Buildah", Update, true},
		{"镜像用 Kaniko 构建", "镜像不再用 Docker 构建，改用 Buildah", Unrelated, false},
		{"The queue is bounded", "The queue is unbounded", Contradiction, false},
		{"The bounded queue serves orders", "The unbounded queue serves mails", Unrelated, false},
	} {
		got := Facts(Fact{Title: tt.older}, Fact{Title: tt.newer})
		if got.Relation != tt.want || got.Sure != tt.sure {
			t.Errorf("%q, then %q: %s (sure %v), want %s (sure %v)", tt.older, tt.newer, got.Relation, got.Sure, tt.want, tt.sure)
		}
	}
}

func TestTitlesThatNameOtherThingsKeepEqualClaimsApart(t *testing.T) {
	a, b := Fact{Title: "Port of service A", Claim: "It is 8080"}, Fact{Title: "Port of service B", Claim: "It is 9090"}
	if got := Facts(a, b); got.Relation != Unrelated {
		t.Errorf("two services: %+v", got)
	}
	debug, plain := Fact{Title: "Debug port of the API", Claim: "The port is 9229."}, Fact{Title: "Port of the API", Claim: "The port is 8080."}
	if got := Facts(plain, debug); got.Sure {
		t.Errorf("a title with a qualifier more replaces by itself: %+v", got)
	}
	b.Title = a.Title
	if got := Facts(a, b); got.Relation != Update || got.Old != "8080" || got.New != "9090" {
		t.Errorf("one service: %+v", got)
	}
}
