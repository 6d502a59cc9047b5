module github.com/factline/memory/internal/gen/wordnet

go 1.26
