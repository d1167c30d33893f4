package openapi

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Build describes the services of a package. The error is of a package without one.
func Build(files []*protogen.File, name protoreflect.FullName) (*Document, error) {
	d := &Document{
		OpenAPI: "3.1.0",
		Info: info{
			Title: "Tranca", Summary: "An open domino server.", Version: "v1",
			License: license{Name: "Apache-2.0", Identifier: "Apache-2.0"},
		},
		Servers: []server{{URL: "/", Description: "The gateway that served this page."}},
		Paths:   map[string]*path{},
	}
	all := schemas{}
	for _, f := range files {
		if f.Desc.Package() != name {
			continue
		}
		for _, m := range f.Messages {
			all.add(m)
		}
		for _, s := range f.Services {
			if !streams(s) {
				d.service(s)
			}
		}
	}
	if len(d.Tags) == 0 {
		return nil, fmt.Errorf("openapi: no service in package %q", name)
	}
	d.live()
	failures(all)
	d.Components = components{Schemas: all, Security: keys()}
	return d, nil
}

// streams tells whether a service answers with streams, which OpenAPI cannot
// describe.
func streams(s *protogen.Service) bool {
	return slices.ContainsFunc(s.Methods, func(m *protogen.Method) bool { return m.Desc.IsStreamingServer() })
}

// service adds the calls of a service; what its comment says after the first
// paragraph is about all of them.
func (d *Document) service(s *protogen.Service) {
	first, rest, _ := strings.Cut(text(s.Comments.Leading), "\n\n")
	d.Tags = append(d.Tags, tag{Name: string(s.Desc.Name()), Description: first})
	d.Info.Description = strings.Trim(d.Info.Description+"\n\n"+rest, "\n")
	for _, m := range s.Methods {
		d.Paths[route(m)] = call(m)
	}
}

// Names of what calls show.
const (
	seatToken   = "seatToken"
	playerKey   = "playerKey"
	issuerToken = "issuerToken"
)

func keys() map[string]securityScheme {
	return map[string]securityScheme{
		seatToken:   {Type: "http", Scheme: "bearer", Description: "What Sit, MoveSeat or ReissueToken gave."},
		playerKey:   {Type: "apiKey", In: "header", Name: "Tranca-Player-Key", Description: "128 random bits, made by the client: who it is until it has a seat."},
		issuerToken: {Type: "http", Scheme: "bearer", Description: "A JWT of an issuer that the server trusts, whose claim of the role names a referee or an operator."},
	}
}
