module github.com/factline/memory/internal/gen/sentence

go 1.26
