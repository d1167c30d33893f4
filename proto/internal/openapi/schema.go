package openapi

import (
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
)

const timestamp = "google.protobuf.Timestamp"

// schemas describes messages, and those that they hold, by their short names.
type schemas map[string]*Schema

// add describes a message once.
func (s schemas) add(m *protogen.Message) {
	name := string(m.Desc.Name())
	if s[name] != nil {
		return
	}
	schema := &Schema{Type: "object", Description: text(m.Comments.Leading), Properties: map[string]*Schema{}}
	s[name] = schema
	for _, f := range m.Fields {
		property := s.field(f)
		property.Description = text(f.Comments.Leading)
		schema.Properties[f.Desc.JSONName()] = property
		if limit(f, property) {
			schema.Required = append(schema.Required, f.Desc.JSONName())
		}
	}
	slices.Sort(schema.Required)
}

// field is the shape of a field.
func (s schemas) field(f *protogen.Field) *Schema {
	switch {
	case f.Desc.IsMap():
		return &Schema{Type: "object", Others: s.value(f.Message.Fields[1])}
	case f.Desc.IsList():
		return &Schema{Type: "array", Items: s.value(f)}
	}
	return s.value(f)
}

// value is the shape of one value of a field.
func (s schemas) value(f *protogen.Field) *Schema {
	switch f.Desc.Kind() {
	case protoreflect.MessageKind:
		if f.Message.Desc.FullName() == timestamp {
			return &Schema{Type: "string", Format: "date-time"}
		}
		s.add(f.Message)
		return ref(string(f.Message.Desc.Name()))
	case protoreflect.BoolKind:
		return &Schema{Type: "boolean"}
	case protoreflect.Uint32Kind:
		return whole(0, math.MaxUint32)
	case protoreflect.Int32Kind, protoreflect.Sint32Kind:
		return whole(math.MinInt32, math.MaxInt32)
	default: // the contracts have no others; 64 bits would be text as well
		return &Schema{Type: "string"}
	}
}

func whole(least, most int64) *Schema {
	return &Schema{Type: "integer", Minimum: &least, Maximum: &most}
}

func ref(name string) *Schema { return &Schema{Ref: "#/components/schemas/" + name} }

// text is a comment without the marks of one; its lines are joined as they stand
// in one paragraph.
func text(c protogen.Comments) string {
	lines := strings.Split(strings.TrimSpace(string(c)), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	paragraphs := strings.Split(strings.Join(lines, "\n"), "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
	}
	return strings.Join(paragraphs, "\n\n")
}
