package proto

import _ "embed"

//go:embed gen/openapi.json
var openapi string

// OpenAPI describes the calls for clients, in OpenAPI 3.1 and JSON.
func OpenAPI() string { return openapi }
