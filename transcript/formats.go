package transcript

// lineFormats lists the parsers of JSONL, the most particular first and the generic one last.
func lineFormats() []lineFormat {
	return []lineFormat{
		claudeFormat(), qwenFormat(), codexFormat(), codexDirectFormat(), geminiLines(), cursorLines(), opencodeBus(), opencodeRun(),
		opencodeMessages(), copilotCLI(), copilotVSCodeLog(), clineUILines(), piFormat(), droidStore(), droidStream(), kimiFormat(),
		grokFormat(), antigravityFormat(), gooseFormat(), sweAgentFormat(), activityFormat(), openAIAgentsFormat(), crewFormat(),
		amazonQFormat(), aiderLines(), geminiRecording(), replayTurns(), genericLines(),
	}
}

// docFormats lists the parsers of one-document transcripts, the generic one last.
func docFormats() []docFormat {
	return []docFormat{
		codexDocument(), geminiDocument(), claudeDocument(), opencodeExport(), opencodeStored(), cursorComposer(), cursorExport(),
		copilotVSCode(), copilotHistory(), clineSDK(), clineHistory(), clineUI(), piMessageDocument(), hermesFormat(), ampFormat(),
		continueFormat(), chatGPTFormat(), httpRecording(), genericDocument(),
	}
}

// textFormats lists the parsers of Markdown and plain text.
func textFormats() []textFormat {
	return []textFormat{specStory(), aiderFormat(), chatText()}
}

func lineFormatNamed(name string) (lineFormat, bool) {
	for _, f := range lineFormats() {
		if f.name == name {
			return f, true
		}
	}
	return lineFormat{}, false
}
