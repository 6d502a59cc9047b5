package mcp

// all lists every tool, in the order in which the documentation shows them.
func (s *server) all() []tool {
	return []tool{
		searchTool(), readTool(), writeTool(), feedbackTool(),
		bootTool(), updateTool(), supersedeTool(), handoffTool(), lessonSaveTool(), lessonRecallTool(), statusTool(),
		recentTool(), timelineTool(), fileTool(), relatedTool(), linkTool(), unlinkTool(), tagsTool(),
		sessionsTool(), sessionTool(), evidenceTool(), verifyTool(), historyTool(), reviewListTool(), reviewApproveTool(),
		conflictsTool(), profileTool(), driftTool(), whyTool(), exportTool(), importTool(), auditTool(), deleteTool(),
	}
}
