package items

import "testing"

func TestVisibleBodyHasNoComments(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"plain", "plain"},
		{"a <!-- x --> b", "a  b"},
		{"<!-- x\ny -->\n\ntext", "text"},
		{"text\n\n<!-- open\nnever closed", "text"},
		{"`<!-- code -->` stays", "`<!-- code -->` stays"},
		{"```html\n<!-- code -->\n```", "```html\n<!-- code -->\n```"},
		{"    <!-- indented code -->\n\nx", "    <!-- indented code -->\n\nx"},
		{"<div><!-- in a block --><b>kept</b></div>", "<div><b>kept</b></div>"},
		{"- item <!-- one -->\n- <!-- two --> item", "- item \n-  item"},
		{"前 <!-- 藏 --> 后", "前  后"},
	} {
		if got := (Item{Body: c.body}).VisibleBody(); got != c.want {
			t.Errorf("%q\ngot  %q\nwant %q", c.body, got, c.want)
		}
	}
}
