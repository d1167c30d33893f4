package openapi

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/types/descriptorpb"
)

// security names what a call must show; nothing: anybody may call.
type security []map[string][]string

func by(scheme string) security { return security{{scheme: {}}} }

// actor is who may make a call: a query is open to anybody, but for a seat's own
// view; a command is its seat's, but for those that lead to a seat and those of
// operators.
func actor(m *protogen.Method) security {
	switch name := m.GoName; {
	case m.Parent.GoName == "OperatorService":
		return by(issuerToken)
	case name == "OpenTable" || name == "Sit":
		return by(playerKey)
	case query(m) && name != "GetSeat":
		return security{}
	}
	return by(seatToken)
}

func query(m *protogen.Method) bool {
	o, _ := m.Desc.Options().(*descriptorpb.MethodOptions)
	return o.GetIdempotencyLevel() == descriptorpb.MethodOptions_NO_SIDE_EFFECTS
}

// call is the path of a method.
func call(m *protogen.Method) *path {
	request := ref(string(m.Input.Desc.Name()))
	post := describe(m, m.GoName)
	post.Body = &body{Required: true, Content: inJSON(request)}
	if !query(m) {
		return &path{Post: post}
	}
	get := describe(m, m.GoName+"ByGet")
	get.Parameters = []parameter{
		{Name: "encoding", In: "query", Required: true, Description: "How message is written.", Schema: &Schema{Type: "string", Enum: []string{"json"}}},
		{Name: "message", In: "query", Required: true, Description: "The request, as the body of a POST has it.", Content: inJSON(request)},
		{Name: "connect", In: "query", Description: "Version of the protocol.", Schema: &Schema{Type: "string", Enum: []string{"v1"}}},
	}
	return &path{Get: get, Post: post}
}

// describe is what a method is, however it is called.
func describe(m *protogen.Method, id string) *operation {
	comment := text(m.Comments.Leading)
	summary := strings.TrimPrefix(comment, m.GoName+" ")
	return &operation{
		ID: id, Summary: strings.ToUpper(summary[:1]) + summary[1:], Tags: []string{string(m.Parent.Desc.Name())}, Security: actor(m),
		Responses: map[string]response{
			"200":     {Description: "The answer.", Content: inJSON(ref(string(m.Output.Desc.Name())))},
			"default": refusal(),
		},
	}
}

func inJSON(s *Schema) map[string]content { return map[string]content{"application/json": {Schema: s}} }

func refusal() response {
	return response{
		Description: "A refusal.", Content: inJSON(ref("Error")),
		Headers: map[string]header{"Retry-After": {Description: "Seconds after which it is worth while to try again.", Schema: whole(0, 1<<31)}},
	}
}

// route is where a method is called.
func route(m *protogen.Method) string {
	return fmt.Sprintf("/%s/%s", m.Parent.Desc.FullName(), m.Desc.Name())
}
