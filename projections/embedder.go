package projections

import "context"

// Embedder turns texts into vectors of one length.
type Embedder interface {
	Model() string // name and version; stored with the vectors, a change re-embeds
	Dim() int
	// Embed returns one vector of length Dim for each text. It may be called from several goroutines.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}
