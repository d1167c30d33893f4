package record

import (
	"bytes"
	"encoding/json"
)

// object writes a JSON object with its fields in the order of put.
type object struct {
	buf bytes.Buffer
	err error
}

func (o *object) put(name string, value any) {
	raw, err := encode(value)
	if o.err == nil {
		o.err = err
	}
	sep := byte(',')
	if o.buf.Len() == 0 {
		sep = '{'
	}
	o.buf.WriteByte(sep)
	o.buf.WriteString(`"` + name + `":`)
	o.buf.Write(raw)
}

// putIf leaves a field out that says nothing.
func (o *object) putIf(present bool, name string, value any) {
	if present {
		o.put(name, value)
	}
}

func (o *object) bytes() ([]byte, error) {
	if o.buf.Len() == 0 {
		o.buf.WriteByte('{')
	}
	o.buf.WriteByte('}')
	return o.buf.Bytes(), o.err
}

// encode is JSON without escapes that only HTML needs.
func encode(value any) (json.RawMessage, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}
