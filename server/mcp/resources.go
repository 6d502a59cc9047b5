package mcp

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/items"
	"github.com/factline/memory/secrets"
)

// resource is what a client can read by its address: the same answer as a tool's, as one document.
type resource struct {
	uri, name, about string // a uri with {} is a template
	read             func(ctx context.Context, c *call, part string) (result, error)
}

// resources lists them in the order in which the documentation shows them.
func resources() []resource {
	return []resource{
		{"memory://status", "status", "Which store serves this directory, and what it holds.",
			func(ctx context.Context, c *call, _ string) (result, error) { return showStatus(ctx, c, nothing{}) }},
		{"memory://project", "project profile", "What is worth every prompt here: policies and preferences, decisions, procedures, lessons.",
			func(ctx context.Context, c *call, _ string) (result, error) { return profile(ctx, c, profileIn{}) }},
		{"memory://recent", "recent", "The items that changed last, one line each.",
			func(ctx context.Context, c *call, _ string) (result, error) {
				return recent(ctx, c, recentIn{Limit: recentResource})
			}},
		{"memory://latest", "latest", "The item that changed last, in full.", latest},
		{"memory://item/{id}", "item", "One item in full.",
			func(ctx context.Context, c *call, id string) (result, error) {
				return read(ctx, c, readIn{IDs: list{id}})
			}},
		{"memory://session/{id}", "session", "The record of one session: what was said and seen, not what is true.",
			func(ctx context.Context, c *call, id string) (result, error) {
				return readSession(ctx, c, sessionIn{Session: id, Budget: maxBudget})
			}},
	}
}

// recentResource is how many items the resource of recent ones names.
const recentResource = 20

func latest(ctx context.Context, c *call, _ string) (result, error) {
	now := c.Now()
	heads, _, err := c.Heads(ctx, func(h items.Head) bool { return h.Status == items.Active && h.Valid.Missed(now) == "" })
	if err != nil {
		return nil, err
	}
	if len(heads) == 0 {
		return packed{Text: "nothing", IDs: []items.ID{}}, nil
	}
	return read(ctx, c, readIn{IDs: list{string(heads[0].ID)}, View: contextpack.Detail})
}

func (s *server) addResources(p *sdk.Server) {
	for _, r := range resources() {
		mime := "text/plain"
		if r.uri == "memory://status" {
			mime = "application/json"
		}
		if prefix, _, isTemplate := strings.Cut(r.uri, "{"); isTemplate {
			p.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: r.uri, Name: r.name, Description: r.about, MIMEType: mime}, s.resourceHandler(r, prefix, mime))
		} else {
			p.AddResource(&sdk.Resource{URI: r.uri, Name: r.name, Description: r.about, MIMEType: mime}, s.resourceHandler(r, prefix, mime))
		}
	}
}

func (s *server) resourceHandler(r resource, prefix, mime string) sdk.ResourceHandler {
	return func(ctx context.Context, q *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		c, err := s.begin(ctx, q.Session, false)
		if err != nil {
			return nil, fault(err, jsonrpc.CodeInternalError)
		}
		defer c.end()
		got, err := r.read(ctx, c, strings.TrimPrefix(q.Params.URI, prefix))
		if err != nil {
			return nil, fault(err, jsonrpc.CodeInvalidParams)
		}
		text := got.words()
		if mime == "application/json" {
			b, err := json.Marshal(got)
			if err != nil {
				return nil, err
			}
			text = string(b)
		}
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: q.Params.URI, MIMEType: mime, Text: text}}}, nil
	}
}

// fault is an error of the protocol, for what is no tool and has no other way to say it.
func fault(err error, code int64) error {
	text, _ := secrets.Redact(forTools(err.Error()))
	return &jsonrpc.Error{Code: code, Message: text}
}
