
package tmpdeps

import (
	_ "github.com/adrg/frontmatter"
	_ "github.com/blevesearch/bleve/v2"
	_ "github.com/blevesearch/bleve/v2/index/scorch"
	_ "github.com/fsnotify/fsnotify"
	_ "github.com/gofrs/flock"
	_ "github.com/philippgille/chromem-go"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/tiktoken-go/tokenizer"
	_ "github.com/urfave/cli/v2"
	_ "github.com/yuin/goldmark"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/sys/unix"
	_ "golang.org/x/term"
	_ "golang.org/x/text/unicode/norm"
	_ "gopkg.in/yaml.v3"
)
