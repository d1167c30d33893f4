package openapi

import (
	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/proto"
)

// limit adds to a field's shape what the rules of the contract allow, and tells
// whether the field must be there.
func limit(f *protogen.Field, s *Schema) (required bool) {
	rules, _ := proto.GetExtension(f.Desc.Options(), validate.E_Field).(*validate.FieldRules)
	if rules == nil {
		return false
	}
	s.MaxProperties = rules.GetMap().GetMaxPairs()
	if most := rules.GetUint32(); most != nil && most.HasLte() {
		value := int64(most.GetLte())
		s.Maximum = &value
	}
	return words(rules.GetString(), s) || rules.GetRequired()
}

// words are the limits of a text. One that may not be empty must be there.
func words(rules *validate.StringRules, s *Schema) (required bool) {
	s.Enum, s.Pattern = rules.GetIn(), rules.GetPattern()
	s.MinLength, s.MaxLength = rules.GetMinLen(), rules.GetMaxLen()
	if rules.GetMaxBytes() > 0 {
		s.MaxLength = rules.GetMaxBytes() // of characters that take one byte each
	}
	if rules.GetUuid() {
		s.Format = "uuid"
	}
	return rules.GetUuid() || rules.GetMinLen() > 0
}
