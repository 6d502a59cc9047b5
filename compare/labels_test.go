package compare

import "testing"

// What tells two facts apart is often a number that names a thing ("service 7"), and never its value.
func TestNumbersThatNameAThingTellFactsApart(t *testing.T) {
	for _, pair := range Numbered() {
		for _, p := range [][2]Fact{pair, {pair[1], pair[0]}} {
			if got := Facts(p[0], p[1]); got.Relation != Unrelated {
				t.Errorf("%q beside %q: %+v, want unrelated", p[0], p[1], got)
			}
		}
	}
}

// Numbered are facts about two things that a number tells apart.
func Numbered() [][2]Fact {
	return [][2]Fact{
		{{Title: "Service 9 uses port 4009", Claim: "It listens on port 4009."}, {Title: "Service 10 uses port 4010", Claim: "It listens on port 4010."}},
		{{Title: "Service 7 uses port 4007", Claim: "服务 7 的端口是 4007。"}, {Title: "Service 8 uses port 4008", Claim: "服务 8 的端口是 4008。"}},
		{{Title: "服务 7 的端口", Claim: "服务 7 的端口是 4007。"}, {Title: "服务 8 的端口", Claim: "服务 8 的端口是 4008。"}},
		{{Title: "服务 7 使用端口 4007"}, {Title: "服务 8 使用端口 4008"}},
		{{Title: "服务7的端口", Claim: "端口是 4007。"}, {Title: "服务8的端口", Claim: "端口是 4008。"}},
		{{Title: "服务 7 的端口", Claim: "端口是 4007。"}, {Title: "服务 8 的端口", Claim: "端口是 4008。"}},
		{{Title: "Port of service 7", Claim: "The port is 4007."}, {Title: "Port of service 8", Claim: "The port is 4008."}},
		{{Title: "Service 7 uses port 4007"}, {Title: "Service 8 uses port 4008"}},
		{{Title: "Service 7 uses port 4007"}, {Title: "Service 8 uses port 4007"}},
		{{Title: "Shard 3", Claim: "It lives on db-east."}, {Title: "Shard 4", Claim: "It lives on db-west."}},
		{{Title: "Phase 2", Claim: "Ships on 2026-12-01."}, {Title: "Phase 3", Claim: "Ships on 2027-02-01."}},
		{{Title: "Team 1 owner", Claim: "The owner is Alice."}, {Title: "Team 2 owner", Claim: "The owner is Bob."}},
		{{Title: "环境 1 的数据库", Claim: "数据库是 PostgreSQL。"}, {Title: "环境 2 的数据库", Claim: "数据库是 MySQL。"}},
		{{Title: "第2阶段", Claim: "第2阶段的截止日期是 2026-12-01。"}, {Title: "第3阶段", Claim: "第3阶段的截止日期是 2027-02-01。"}},
		{{Title: "Timeout of stage 1", Claim: "The timeout is 30 seconds."}, {Title: "Timeout of stage 2", Claim: "The timeout is 60 seconds."}},
		{{Title: "Node 1 memory", Claim: "It has 16 GB."}, {Title: "Node 2 memory", Claim: "It has 32 GB."}},
		{{Title: "Stage 1 runs lint", Claim: "It has no cache."}, {Title: "Stage 2 runs lint", Claim: "It has no cache."}},
		{{Title: "v1 rate limit", Claim: "The limit is 100 requests."}, {Title: "v2 rate limit", Claim: "The limit is 200 requests."}},
		{{Title: "2024 budget", Claim: "The budget is 10 kB."}, {Title: "2025 budget", Claim: "The budget is 20 kB."}},
		{{Title: "Port of service 7", Claim: "The port is 4007."}, {Title: "Port of service 8", Claim: "The port is 4007."}},
		{{Title: "Listener 1", Claim: "It is on port 80."}, {Title: "Listener 2", Claim: "It is on port 443."}},
	}
}

// A number that is the value is corrected as before.
func TestNumbersThatAreValuesAreCorrected(t *testing.T) {
	for _, pair := range [][2]Fact{
		{{Title: "API port 8080", Claim: "The API listens on port 8080."}, {Title: "API port 9090", Claim: "The API listens on port 9090."}},
		{{Title: "服务端口 8080", Claim: "服务端口是 8080。"}, {Title: "服务端口 9090", Claim: "服务端口是 9090。"}},
		{{Title: "Retry limit 3"}, {Title: "Retry limit 5"}},
		{{Title: "超时 30 秒", Claim: "请求的超时是 30 秒。"}, {Title: "超时 60 秒", Claim: "请求的超时是 60 秒。"}},
		{{Title: "最大连接数", Claim: "最大连接数是 100。"}, {Title: "最大连接数", Claim: "最大连接数是 200。"}},
		{{Title: "服务 7 的端口", Claim: "服务 7 的端口是 4007。"}, {Title: "服务 7 的端口", Claim: "服务 7 的端口是 4017。"}},
		{{Title: "Port of service 7", Claim: "The port is 4007."}, {Title: "Port of service 7", Claim: "The port is 4017."}},
		{{Title: "Retry limit 3", Claim: "Failed requests are sent again."}, {Title: "Retry limit 5", Claim: "Failed requests are sent again."}},
		{{Title: "Log retention 30 days", Claim: "Older logs are deleted."}, {Title: "Log retention 60 days", Claim: "Older logs are deleted."}},
		{{Title: "Node 20", Claim: "We run Node 20."}, {Title: "Node 22", Claim: "We run Node 22."}},
	} {
		if got := Facts(pair[0], pair[1]); got.Relation != Update {
			t.Errorf("%q beside %q: %+v, want update", pair[0], pair[1], got)
		}
	}
}

func TestTwoFiguresThatDifferAreNoSureCorrection(t *testing.T) {
	small, large := Fact{Title: "Timeout for 10 MB uploads", Claim: "The timeout is 30 seconds."}, Fact{Title: "Timeout for 50 MB uploads", Claim: "The timeout is 60 seconds."}
	if got := Facts(small, large); got.Sure {
		t.Errorf("%+v", got)
	}
}
