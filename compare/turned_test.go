package compare_test

import (
	"testing"

	"github.com/factline/memory/compare"
)

func TestSubjectAndObjectExchangedAreTwoFacts(t *testing.T) {
	m := meaning(t)
	for _, p := range [][2]string{
		{"The parent restarts the worker.", "The worker restarts the parent."},
		{"The warehouse service calls the catalogue service.", "The catalogue service calls the warehouse service over gRPC."},
		{"Atlas calls Billing.", "Billing calls Atlas over gRPC."},
		{"Atlas calls Billing over gRPC.", "Billing calls Atlas over gRPC."},
		{"Atlas calls Billing with a token.", "Over gRPC, Billing calls Atlas."},
		{"Atlas calls Billing.", "Atlas is called by Billing."},
		{"Atlas calls Billing.", "Atlas is called by Billing over gRPC."},
		{"The scheduler notifies the mailer.", "The scheduler is notified by the mailer."},
		{"The mailer was started by the scheduler.", "The scheduler was started by the mailer."},
		{"Workers read the queue.", "The queue reads workers first."},
		{"The importer triggers the indexer.", "The indexer triggers the importer every night."},
		{"The orders table references the users table.", "The users table references the orders table by id."},
		{"The api package imports the store package.", "The store package imports the api package for its errors."},
		{"Redis does not replace Kafka.", "Kafka does not replace Redis here."},
		{"Alice reviews for Bob.", "Bob reviews for Alice."},
		{"订单服务调用库存服务。", "库存服务通过 gRPC 调用订单服务。"},
		{"Atlas 调用 Billing。", "Billing 通过 gRPC 调用 Atlas。"},
		{"订单服务调用库存服务。", "库存服务调用订单服务。"},
		{"父进程重启子进程。", "子进程重启父进程。"},
		{"父进程重启子进程。", "子进程每次变更后重启父进程。"},
		{"导入器触发索引器。", "索引器触发导入器。"},
		{"导入器触发索引器。", "导入器被索引器触发。"},
		{"用户表引用订单表。", "订单表引用用户表。"},
		{"用户表引用订单表。", "订单表通过编号引用用户表。"},
		{"Atlas 依赖 Billing。", "Billing 依赖 Atlas。"},
	} {
		for _, q := range [][2]string{p, {p[1], p[0]}} {
			if r := m.Facts(t.Context(), compare.Fact{Title: q[0]}, compare.Fact{Title: q[1]}); r.Relation == compare.Same || r.Relation == compare.Update {
				t.Errorf("%q, then %q: %+v", q[0], q[1], r)
			}
		}
	}
}

func TestSubjectAndObjectInTheirPlacesAreOneFact(t *testing.T) {
	m := meaning(t)
	for _, p := range [][2]string{
		{"The warehouse service calls the catalogue service.", "The catalogue service is called by the warehouse service."},
		{"The importer triggers the indexer.", "The indexer is triggered by the importer."},
		{"The parent restarts the worker.", "The parent always restarts the worker."},
		{"The old parser matches the new parser.", "The new parser matches the old parser."},
		{"The Atlas service calls Billing over gRPC.", "Over gRPC, the Atlas service calls Billing."},
		{"CI checks types, tests and docs.", "CI checks docs, tests and types."},
		{"订单服务调用库存服务。", "库存服务被订单服务调用。"},
		{"开发环境和测试环境都启用缓存。", "测试环境和开发环境都启用缓存。"},
		{"开发数据库和测试数据库都每晚备份。", "测试数据库和开发数据库都每晚备份。"},
		{"会话存储在 Redis。", "Redis 存储会话。"},
	} {
		if r := m.Facts(t.Context(), compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}); r.Relation != compare.Same {
			t.Errorf("%q, then %q: %+v", p[0], p[1], r)
		}
	}
}
