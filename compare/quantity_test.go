package compare

import "testing"

func TestQuantitiesThatAreTheSame(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"60 seconds", "one minute"}, {"30 days", "720 h"}, {"30 秒", "半分钟"}, {"7 天", "一周"}, {"500ms", "半秒"}, {"5 attempts", "five tries"},
		{"15 minutes", "quarter of an hour"}, {"85 %", "85 percent"}, {"10 万行", "十万行"}, {"90 天", "九十天"}, {"两小时", "120 分钟"},
		{"12 replicas", "a dozen replicas"}, {"10x", "ten times"}, {"1,000 requests", "1k requests"}, {"晚上十点", "22:00"}, {"02:00", "凌晨两点"},
		{"half a second", "500 ms"}, {"at midnight", "00:00"}, {"4:30 pm", "16:30"}, {"two o'clock", "02:00"}, {"每天零点", "0:00"}, {"一个季度", "三个月"},
		{"twenty-four hours", "1 day"}, {"2.14.1", "version 2.14.1"}, {"一百二十", "120"},
	} {
		a, b := quantities(c.a), quantities(c.b)
		if both, onlyA, onlyB, _ := matchQuantities(a, b); both != 1 || onlyA+onlyB > 0 {
			t.Errorf("%q %+v, %q %+v", c.a, a, c.b, b)
		}
	}
}
