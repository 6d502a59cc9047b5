package projections

// knower is an embedder that can tell how much of a text it was made for, 0..1.
type knower interface{ Known(text string) float64 }

// Known is how much of a text the embedder of the view was made for. One that cannot tell knows all.
func (v *View) Known(text string) float64 {
	if k, ok := v.reader.embedder.(knower); ok {
		return k.Known(text)
	}
	return 1
}
