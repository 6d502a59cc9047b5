package harvest

import (
	"path"
	"slices"
	"strings"
)

// maxTags keeps tags few: they are for filters, the words are searched anyway.
const maxTags = 4

// tech are names of tools and techniques that make a tag when they stand in a title or summary. Lower case, sorted.
var tech = []string{
	"actions", "angular", "ansible", "aws", "azure", "bash", "bazel", "biome", "bun", "cargo", "celery", "chrome", "ci", "clickhouse", "cmake", "cobra",
	"cors", "cron", "css", "cypress", "deno", "django", "docker", "docker-compose", "elasticsearch", "eslint", "esm", "express", "fastapi", "fastify", "firebase",
	"flask", "gcc", "git", "github", "gitlab", "go", "golangci-lint", "goreleaser", "gradle", "grafana", "graphql", "grpc", "helm", "html", "http", "https", "java",
	"javascript", "jest", "json", "jwt", "k8s", "kafka", "keycloak", "kotlin", "kubernetes", "laravel", "linux", "lz4", "macos", "make", "mariadb", "maven", "mongodb",
	"mqtt", "mypy", "mysql", "nats", "next.js", "nginx", "node", "npm", "oauth", "openapi", "openssl", "pandas", "parquet", "pgx", "php", "playwright", "pnpm", "poetry",
	"postgres", "postgresql", "prettier", "prisma", "prometheus", "protobuf", "psql", "pydantic", "pytest", "python", "rabbitmq", "react", "redis", "rest", "ruby",
	"ruff", "rust", "rustup", "s3", "sentry", "sql", "sqlite", "sqlx", "ssh", "svelte", "swift", "tailwind", "terraform", "tls", "toml", "turborepo",
	"typeorm", "typescript", "ubuntu", "utc", "uv", "vault", "vite", "vitest", "vue", "wasm", "webpack", "websocket", "windows", "yaml", "yarn", "zod", "zsh", "zstd",
}

func techName(low string) bool {
	_, ok := slices.BinarySearch(tech, low)
	return ok
}

// languages by file ending.
var languages = map[string]string{
	".go": "go", ".ts": "typescript", ".tsx": "typescript", ".js": "javascript", ".py": "python", ".rs": "rust", ".java": "java", ".kt": "kotlin", ".rb": "ruby",
	".php": "php", ".c": "c", ".h": "c", ".cpp": "cpp", ".cs": "csharp", ".swift": "swift", ".sql": "sql", ".tf": "terraform", ".sh": "shell",
}

// latinWord takes words joined by a slash as one: a package path is no mention of its last part
var latinWord = rx(`[A-Za-z][A-Za-z0-9.+_/-]*`)

// tags names the known tools in the words, then the language of the files, in order of appearance.
func tags(text string, files []string) []string {
	var out []string
	add := func(t string) {
		if t != "" && len(out) < maxTags && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	for _, w := range latinWord.FindAllString(text, -1) {
		if low := strings.ToLower(strings.Trim(w, ".-_+")); techName(low) && !commonWord(w, low) {
			add(low)
		}
	}
	for _, f := range files {
		add(languages[path.Ext(f)])
	}
	return out
}

// commonWord tells names that are English words too: they count only when written as a name.
func commonWord(w, low string) bool {
	switch low {
	case "go", "make", "rest", "express", "actions", "vault", "node", "swift", "flask", "helm", "chrome":
		return w == low
	}
	return false
}

// pathLike finds file paths and names in prose.
var pathLike = rx(`(?:[\w@.~-]+/)*[\w@-][\w@.-]*\.(?:go|tsx?|jsx?|mjs|cjs|py|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|sql|sh|md|mdx|ya?ml|toml|json|proto|tf|css|scss|html|vue|svelte|gradle|xml|ini|cfg|conf|env|lock|mod|sum|txt|Makefile)\b|(?:[\w@.-]+/)+[\w@.-]+/?`)

func pathsIn(text string) []string {
	var out []string
	for _, p := range pathLike.FindAllString(text, 8) {
		p = strings.TrimRight(p, "/.")
		if notPath(p) || strings.Contains(text, "://"+p) || strings.Contains(text, "."+p) || slices.Contains(out, p) {
			continue
		}
		out = append(out, p)
	}
	return out
}

// notPath tells words joined by a slash, versions and hosts from paths.
func notPath(p string) bool {
	if !strings.Contains(p, ".") && strings.Count(p, "/") < 2 {
		return true
	}
	return strings.HasPrefix(p, "www.") || strings.Contains(p, ".com/") || strings.Contains(p, ".org/") || strings.Contains(p, ".io/") || strings.Contains(p, ".dev/")
}

// relative writes paths below the working directory relative to it, with slashes, without duplicates; others lose nothing.
// Paths above it stay as they are only when they are relative already: a home directory does not belong into a shared item.
func relative(files []string, cwd string) []string {
	var out []string
	base := strings.TrimSuffix(strings.ReplaceAll(cwd, `\`, "/"), "/")
	for _, f := range files {
		f = strings.ReplaceAll(f, `\`, "/")
		if base != "" && strings.HasPrefix(f, base+"/") {
			f = f[len(base)+1:]
		}
		if strings.HasPrefix(f, "/") || strings.HasPrefix(f, "~") || len(f) > 1 && f[1] == ':' || f == "" {
			continue
		}
		if f = path.Clean(f); !slices.Contains(out, f) && !strings.HasPrefix(f, "../") && len(out) < 8 {
			out = append(out, f)
		}
	}
	return out
}

var codeShape = rx("[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|\\w[./-]\\w|\\w\\(\\)|\\w::\\w|[a-zA-Z]\\d|\\d[a-zA-Z]|^--?\\w|[A-Z]{2,}_|`")

// namesCode reports whether the words hold an identifier, a path, a flag or a version.
func namesCode(s string) bool { return codeShape.MatchString(s) }
