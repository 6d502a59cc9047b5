package compare

import "testing"

// The label of a title is no subject: what stands below it tells two things apart, or says that it is one thing with two values.
func TestOneLabelWithTwoValuesIsACorrectionOfOneThing(t *testing.T) {
	for _, pair := range [][2]Fact{
		{{Title: "Port: 8080", Claim: "Service A listens there."}, {Title: "Port: 9090", Claim: "Service A listens there."}},
		{{Title: "Port: 8080", Lead: "The API server listens there."}, {Title: "Port: 9090", Lead: "The API server listens on it."}},
		{{Title: "Timeout: 30", Claim: "Requests of the gateway end after that many seconds."}, {Title: "Timeout: 60", Claim: "Requests of the gateway end after that many seconds."}},
		{{Title: "Timeout: 30 s"}, {Title: "Timeout: 1 min"}},
		{{Title: "Timeout: 30"}, {Title: "Timeout: 60"}},
		{{Title: "Replicas: 3", Claim: "The worker runs that often."}, {Title: "Replicas: 5", Claim: "The worker runs that often."}},
		{{Title: "Pool size: 10", Claim: "Connections of the API to the database."}, {Title: "Pool size: 20", Claim: "Connections of the API to the database."}},
		{{Title: "Port of service 7: 4007"}, {Title: "Port of service 7: 4017"}},
		{{Title: "Deadline: 2026-12-01", Claim: "The migration is done by then."}, {Title: "Deadline: 2026-12-24", Claim: "The migration is done by then."}},
		{{Title: "Region: eu-west", Claim: "Backups are kept there."}, {Title: "Region: us-east", Claim: "Backups are kept there."}},
		{{Title: "端口：8080", Claim: "服务 A 监听这个端口。"}, {Title: "端口：9090", Claim: "服务 A 监听这个端口。"}},
		{{Title: "副本数：3"}, {Title: "副本数：5"}},
	} {
		for _, p := range [][2]Fact{pair, {pair[1], pair[0]}} {
			if got := Facts(p[0], p[1]); got.Relation != Update || got.Old == "" || got.New == "" {
				t.Errorf("%q beside %q: %+v, want an update", p[0], p[1], got)
			}
		}
	}
}

func TestOneLabelOverTwoThingsIsNoCorrection(t *testing.T) {
	for _, pair := range [][2]Fact{
		{{Title: "Port: 8080", Claim: "Service A listens there."}, {Title: "Port: 8080", Claim: "Service B listens there."}},
		{{Title: "Port: 8080", Claim: "Service A listens there."}, {Title: "Port: 9090", Claim: "Service B listens there."}},
		{{Title: "Port: 8080", Lead: "Service A listens there."}, {Title: "Port: 9090", Lead: "Service B listens there."}},
		{{Title: "Timeout: 30 s", Claim: "Gateway requests."}, {Title: "Timeout: 60 s", Claim: "Worker requests."}},
		{{Title: "Port of service 7: 4007"}, {Title: "Port of service 8: 4008"}},
		{{Title: "Step: 1", Claim: "Run the tests."}, {Title: "Step: 2", Claim: "Run the tests."}}, // a number that names
		{{Title: "Issue: 12", Claim: "The build is slow."}, {Title: "Issue: 13", Claim: "The build is slow."}},
		{{Title: "Owner: Alice"}, {Title: "Owner: Bob"}}, // of what is not said
		{{Title: "Tip: caching", Claim: "It makes builds faster."}, {Title: "Tip: batching", Claim: "It makes builds faster."}},
		{{Title: "端口：8080", Claim: "服务 A 监听这个端口。"}, {Title: "端口：9090", Claim: "服务 B 监听这个端口。"}},
	} {
		for _, p := range [][2]Fact{pair, {pair[1], pair[0]}} {
			if got := Facts(p[0], p[1]); got.Relation != Unrelated {
				t.Errorf("%q beside %q: %+v, want unrelated", p[0], p[1], got)
			}
		}
	}
}
