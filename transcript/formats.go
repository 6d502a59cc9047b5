package transcript

// lineFormats lists the parsers of JSONL, the most particular first and the generic one last.
func lineFormats() []lineFormat {
	return []lineFormat{claudeFormat()}
}

// docFormats lists the parsers of one-document transcripts.
func docFormats() []docFormat { return nil }

// textFormats lists the parsers of Markdown and plain text.
func textFormats() []textFormat { return nil }

func lineFormatNamed(name string) (lineFormat, bool) {
	for _, f := range lineFormats() {
		if f.name == name {
			return f, true
		}
	}
	return lineFormat{}, false
}
