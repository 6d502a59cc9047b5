package secrets

import "slices"

// grouped reports that the digits of a run stand in groups of these sizes. The last separator may be another one than those before, as in
// 85.07.30-033.28 and 850730 033-28; what they are is for the caller.
func grouped(t string, at, length int, sizes ...int) bool {
	run := t[at : at+length]
	for i, n := range sizes {
		if i > 0 {
			if run == "" || isDigit(run[0]) {
				return false
			}
			run = run[1:]
		}
		if len(run) < n {
			return false
		}
		for _, c := range []byte(run[:n]) {
			if !isDigit(c) {
				return false
			}
		}
		run = run[n:]
	}
	return run == ""
}

// mobileWords say that a number is one to call.
var mobileWords = []string{"手机", "手機", "电话", "電話", "联系", "聯絡", "微信", "致电", "短信", "号码", "phone", "mobile", "tel", "call", "whatsapp", "wechat", "sms"}

// chineseMobile reports 11 digits that begin with 13 to 19, with 86 or 0086 before them or not. Orders and tickets have as many digits, so they are a
// number to call where a word says so or where they stand in the groups that people read them in: three, four, four.
func chineseMobile(t string, at int, d string, length int, one bool) bool {
	sizes := []int{3, 4, 4}
	for _, code := range []string{"0086", "86"} {
		if len(d) == 11+len(code) && d[:len(code)] == code {
			d = d[len(code):]
			if plain := slices.Insert(sizes, 0, len(code)); grouped(t, at, length, plain...) && one {
				return mobile(d)
			}
			return code == "0086" && mobile(d) && one && beside(t, at, mobileWords...)
		}
	}
	return len(d) == 11 && one && mobile(d) && (grouped(t, at, length, sizes...) || beside(t, at, mobileWords...))
}

func mobile(d string) bool { return d[0] == '1' && d[1] >= '3' }
