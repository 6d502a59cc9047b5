module github.com/factline/memory/internal/gen/secretrules

go 1.26.0

require github.com/BurntSushi/toml v1.5.0
