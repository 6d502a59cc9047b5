package compare

import "testing"

// FuzzSides: no text takes another side than itself, and who differs in all differs.
func FuzzSides(f *testing.F) {
	f.Add("The session store isn't thread-safe, do not share it", "It is thread-safe and shared")
	f.Add("老版本不升级就解析不了新字段", "默认开启，不需要手动打开")
	f.Add("without a file it is disabled; when not, nothing", "不 no 了 but 打开 not")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, text := range []string{a, b} {
			if differ, all := sidesDiffer(text, text); differ || all {
				t.Errorf("%q differs from itself", text)
			}
		}
		if differ, all := sidesDiffer(a, b); all && !differ {
			t.Errorf("%q, %q: in all and not at all", a, b)
		}
	})
}

// FuzzQuantities: a text has the figures of itself, and no text breaks the reading.
func FuzzQuantities(f *testing.F) {
	f.Add("half a minute, 3 h 20 min, 2.14.1, 十万行, 晚上十点半")
	f.Add("quarter of an hour 1,000,000k 25:99 零点 半个月")
	f.Fuzz(func(t *testing.T, text string) {
		q := quantities(text)
		if both, old, new, differ := matchQuantities(q, q); both != len(q) || old+new+differ > 0 {
			t.Errorf("%q: %+v", text, q)
		}
	})
}
