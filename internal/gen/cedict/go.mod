module github.com/factline/memory/internal/gen/cedict

go 1.26
