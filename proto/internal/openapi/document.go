package openapi

// Document is a whole description.
type Document struct {
	OpenAPI    string           `json:"openapi"`
	Info       info             `json:"info"`
	Servers    []server         `json:"servers"`
	Tags       []tag            `json:"tags"`
	Paths      map[string]*path `json:"paths"`
	Components components       `json:"components"`
}

type info struct {
	Title       string  `json:"title"`
	Summary     string  `json:"summary"`
	Description string  `json:"description"`
	Version     string  `json:"version"`
	License     license `json:"license"`
}

type license struct {
	Name       string `json:"name"`
	Identifier string `json:"identifier"`
}

type server struct {
	URL         string `json:"url"`
	Description string `json:"description"`
}

type tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

type path struct {
	Get  *operation `json:"get,omitempty"`
	Post *operation `json:"post,omitempty"`
}

type operation struct {
	ID          string              `json:"operationId"`
	Summary     string              `json:"summary"`
	Description string              `json:"description,omitempty"`
	Tags        []string            `json:"tags"`
	Security    security            `json:"security"`
	Parameters  []parameter         `json:"parameters,omitempty"`
	Body        *body               `json:"requestBody,omitempty"`
	Responses   map[string]response `json:"responses"`
}

type parameter struct {
	Name        string             `json:"name"`
	In          string             `json:"in"`
	Description string             `json:"description"`
	Required    bool               `json:"required,omitempty"`
	Schema      *Schema            `json:"schema,omitempty"`
	Content     map[string]content `json:"content,omitempty"`
}

type body struct {
	Required bool               `json:"required"`
	Content  map[string]content `json:"content"`
}

type response struct {
	Description string             `json:"description"`
	Headers     map[string]header  `json:"headers,omitempty"`
	Content     map[string]content `json:"content,omitempty"`
}

type header struct {
	Description string  `json:"description"`
	Schema      *Schema `json:"schema"`
}

type content struct {
	Schema *Schema `json:"schema"`
}

type components struct {
	Schemas  map[string]*Schema        `json:"schemas"`
	Security map[string]securityScheme `json:"securitySchemes"`
}

type securityScheme struct {
	Type        string `json:"type"`
	Scheme      string `json:"scheme,omitempty"`
	Name        string `json:"name,omitempty"`
	In          string `json:"in,omitempty"`
	Description string `json:"description"`
}

// Schema is a JSON Schema of the dialect 2020-12, as far as contracts need it.
type Schema struct {
	Ref           string             `json:"$ref,omitempty"`
	Type          string             `json:"type,omitempty"`
	Format        string             `json:"format,omitempty"`
	Description   string             `json:"description,omitempty"`
	Enum          []string           `json:"enum,omitempty"`
	Pattern       string             `json:"pattern,omitempty"`
	MinLength     uint64             `json:"minLength,omitempty"`
	MaxLength     uint64             `json:"maxLength,omitempty"`
	Minimum       *int64             `json:"minimum,omitempty"`
	Maximum       *int64             `json:"maximum,omitempty"`
	Items         *Schema            `json:"items,omitempty"`
	Properties    map[string]*Schema `json:"properties,omitempty"`
	Others        *Schema            `json:"additionalProperties,omitempty"`
	MaxProperties uint64             `json:"maxProperties,omitempty"`
	Required      []string           `json:"required,omitempty"`
}
