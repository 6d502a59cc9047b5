package firewall

import (
	"net"
	"slices"
	"strings"
	"sync"

	"github.com/factline/memory/internal/lazyregexp"
)

// hostish finds what may be a host in a folded text.
var hostish = lazyregexp.New(`(?:https?://|ssh://|git://|git\+https?://|git@|@)?((?:[a-z0-9_-]+\.)+[a-z]{2,12})\b|\b\d{1,3}(?:\.\d{1,3}){3}\b`)

// leadsOutside reports a host in a line that is not of this machine or its network. A name of a file is none.
func leadsOutside(line string, feeds bool) bool {
	for _, m := range hostish().FindAllStringSubmatch(line, -1) {
		host := m[1]
		if host == "" {
			if ip := net.ParseIP(m[0]); ip != nil && !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsUnspecified() {
				return true
			}
			continue
		}
		end := host[strings.LastIndexByte(host, '.')+1:]
		named := m[0] != host // by an address
		if before := host[:len(host)-len(end)-1]; end == "example" && (fileEnds()[before] || fileEnds()[before[strings.LastIndexByte(before, '.')+1:]]) {
			continue // .env.example
		}
		if !named && fileEnds()[end] || ownEnds()[end] || feeds && slices.ContainsFunc(publicFeeds, func(f string) bool { return host == f || strings.HasSuffix(host, "."+f) }) {
			continue
		}
		return true
	}
	return false
}

func wordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for _, w := range strings.Fields(list) {
			set[w] = true
		}
		return set
	})
}

var (
	// ownEnds are of names that are no stranger's.
	ownEnds = wordSet("local localhost internal intranet intra corp lan private home test localdomain cluster svc")
	// fileEnds are what files end in, and fields of code.
	fileEnds = wordSet(`ts tsx js jsx mjs cjs go mod sum work md mdx py pyi ipynb json jsonl yaml yml toml txt sh bash zsh fish ps bat sql rs lock java kt kts rb php css scss less html htm xml svg png jpg jpeg gif ico pdf env cfg ini conf csv tsv log lck pid c h cc cpp hpp cs swift m mm
		vue svelte proto tf hcl gradle sbt ex exs erl hs lua pl pm r jl dart zig nix lisp clj scala tmpl tpl hbs ejs gz tgz tar zip xz bz br zst deb rpm whl jar war so dll exe bin dat db sqlite bak old orig patch diff out err tmp swp pem crt key pub csr get set add env npmrc name length map filter join hookspath sslverify`)
	publicFeeds = []string{"npmjs.org", "npmjs.com", "yarnpkg.com", "pypi.org", "pythonhosted.org", "golang.org", "goproxy.io", "goproxy.cn", "crates.io", "rubygems.org", "maven.org", "gradle.org", "docker.io", "docker.com", "ghcr.io", "quay.io", "nuget.org", "packagist.org", "npmmirror.com", "aliyun.com", "aliyuncs.com",
		"tuna.tsinghua.edu.cn", "ustc.edu.cn", "tencent.com", "tencentyun.com", "huaweicloud.com", "github.com", "githubusercontent.com", "gitlab.com", "azure.com", "amazonaws.com", "pkg.dev", "gcr.io", "jfrog.io", "cloudsmith.io", "brew.sh", "debian.org", "ubuntu.com"}
)
