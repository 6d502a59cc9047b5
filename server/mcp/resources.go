package mcp

import sdk "github.com/modelcontextprotocol/go-sdk/mcp"

func (s *server) addResources(p *sdk.Server) {}
