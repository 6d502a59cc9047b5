package splice

import "testing"

func TestCutBlocks(t *testing.T) {
	for _, test := range []struct {
		src, want string
		n         int
	}{
		{"", "", 0},
		{"# R\n\n- a\n", "# R\n\n- a\n", 0},
		{"a\n<!-- factline:begin profile hash=0a lead=1 -->\nours\n<!-- factline:end profile -->\nb\n", "a\nb\n", 1},
		{"\ufeffa\r\n<!-- factline:begin rules -->\r\n```\r\n<!-- factline:end rules -->\r\nb", "\ufeffa\r\nb", 1},
		{"<!-- factline:begin profile -->\nours\n<!-- factline:end profile -->\n<!-- factline:begin rules -->\nours\n<!-- factline:end rules -->", "", 2},
		{"```\n<!-- factline:begin profile -->\nx\n<!-- factline:end profile -->\n```\n", "```\n<!-- factline:begin profile -->\nx\n<!-- factline:end profile -->\n```\n", 0},
		{"<!-- factline:begin profile -->\na person's words\n", "<!-- factline:begin profile -->\na person's words\n", 0},
		{"<!-- factline:begin profile -->\nx\n<!-- factline:end rules -->\n", "<!-- factline:begin profile -->\nx\n<!-- factline:end rules -->\n", 0},
	} {
		if rest, n := CutBlocks([]byte(test.src)); string(rest) != test.want || n != test.n {
			t.Errorf("%q: %q, %d cut, want %q, %d", test.src, rest, n, test.want, test.n)
		}
	}
	for _, note := range []string{"", "stays", "dirs=2"} {
		src, err := PutBlock([]byte("# R\n"), "profile", "- ours", note)
		if err != nil {
			t.Fatal(err)
		}
		if rest, n := CutBlocks(src); string(rest) != "# R\n\n" || n != 1 {
			t.Errorf("what PutBlock wrote with %q: %q, %d", note, rest, n)
		}
	}
}
