package main

import (
	"bytes"
	"encoding/json"
	"flag"

	"google.golang.org/protobuf/compiler/protogen"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/pluginpb"

	"tranca.example/proto/internal/openapi"
)

func main() {
	var flags flag.FlagSet
	name := flags.String("package", "", "whose services are described")
	protogen.Options{ParamFunc: flags.Set}.Run(func(p *protogen.Plugin) error {
		p.SupportedFeatures = uint64(pluginpb.CodeGeneratorResponse_FEATURE_PROTO3_OPTIONAL)
		d, err := openapi.Build(p.Files, protoreflect.FullName(*name))
		if err != nil {
			return err
		}
		var text bytes.Buffer
		out := json.NewEncoder(&text)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		if err := out.Encode(d); err != nil {
			return err
		}
		_, err = p.NewGeneratedFile("openapi.json", "").Write(text.Bytes())
		return err
	})
}
