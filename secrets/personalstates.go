package secrets

// stateID reads the numbers of member states that other numbers resemble too much to be taken without their name beside them. The checks are
// those that the states publish; Denmark and Cyprus have none that holds for all.
func stateID(t string, at int, d, seps string) bool {
	for _, id := range stateIDs {
		if len(d) == id.digits && (seps == "" || len(seps) == 1) && id.check(d) && beside(t, at, id.words...) {
			return true
		}
	}
	return false
}

var stateIDs = []struct {
	digits int
	words  []string
	check  func(d string) bool
}{
	{13, []string{"cnp", "cod numeric"}, romanianID},
	{10, []string{"egn", "егн"}, bulgarianID},
	{10, []string{"rodn", "rč", "birth number"}, func(d string) bool { return remainder(d, 11) == 0 }},                // Czechia and Slovakia, since 1954
	{11, []string{"oib"}, germanID},                                                                                   // Croatia: the same check as the German one
	{9, []string{"nif", "contribuinte"}, func(d string) bool { return checkDigit(d, []int{9, 8, 7, 6, 5, 4, 3, 2}) }}, // Portugal
	{11, []string{"amka", "αμκα"}, luhn},                                                                              // Greece
	{11, []string{"isikukood", "asmens kodas", "personal code"}, balticID},
	{10, []string{"svnr", "sozialversicherung", "sv-nummer"}, austrianID},
	{13, []string{"emšo", "emso"}, func(d string) bool { return checkDigit(d, []int{7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2}) }}, // Slovenia
	{10, []string{"adóazonosító", "adoazonosito"}, hungarianID},
	{10, []string{"cpr"}, func(d string) bool { return dated(d[:4]+"19"+d[4:6], "02012006") }}, // Denmark: the date alone
}

// checkDigit reports that the last digit is 11 minus the weighted sum modulo 11, where 10 and 11 stand for 0.
func checkDigit(d string, weights []int) bool {
	c := 11 - sumOf(d, weights)%11
	if c > 9 {
		c = 0
	}
	return int(d[len(weights)]-'0') == c
}

func sumOf(d string, weights []int) int {
	sum := 0
	for i, w := range weights {
		sum += int(d[i]-'0') * w
	}
	return sum
}

func romanianID(d string) bool {
	c := sumOf(d, []int{2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9}) % 11
	if c == 10 {
		c = 1
	}
	return int(d[12]-'0') == c
}

func bulgarianID(d string) bool {
	return sumOf(d, []int{2, 4, 8, 5, 10, 9, 7, 3, 6})%11%10 == int(d[9]-'0')
}

// balticID is the personal code of Estonia and Lithuania, with a second row of weights where the first gives 10.
func balticID(d string) bool {
	c := sumOf(d, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 1}) % 11
	if c == 10 {
		c = sumOf(d, []int{3, 4, 5, 6, 7, 8, 9, 1, 2, 3}) % 11 % 10
	}
	return int(d[10]-'0') == c
}

// austrianID has its check in the fourth place.
func austrianID(d string) bool {
	return sumOf(d, []int{3, 7, 9, 0, 5, 8, 4, 2, 1, 6})%11 == int(d[3]-'0')
}

func hungarianID(d string) bool {
	return d[0] == '8' && sumOf(d, []int{1, 2, 3, 4, 5, 6, 7, 8, 9})%11 == int(d[9]-'0')
}

// irishID is a PPS number: seven digits, a check letter, and perhaps one more letter.
func irishID(s string) bool {
	if len(s) != 8 && len(s) != 9 {
		return false
	}
	for i := range 7 {
		if !isDigit(s[i]) {
			return false
		}
	}
	sum := sumOf(s, []int{8, 7, 6, 5, 4, 3, 2})
	if len(s) == 9 {
		if !isUpper(s[8]) {
			return false
		}
		sum += 9 * (int(s[8]-'A') + 1)
	}
	return "WABCDEFGHIJKLMNOPQRSTUV"[sum%23] == s[7]
}
