package wire

import (
	"reflect"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// pair maps one case of a closed set of Go types G to one case of the oneof
// "kind" of the message M, both ways.
type pair[G any, M proto.Message] struct {
	kind   reflect.Type // of the Go value
	oneof  reflect.Type // of the wrapper of the oneof's case
	name   string       // of the oneof's field, such as tile_played
	encode func(G) M
	decode func(*reader, M) G
}

// newPair finds the names of a pair of the Go type K and the wrapper W.
func newPair[G any, M proto.Message, K, W any](encode func(G) M, decode func(*reader, M) G) pair[G, M] {
	wrapper := reflect.TypeFor[W]()
	return pair[G, M]{
		kind: reflect.TypeFor[K](), oneof: wrapper, name: fieldName[M](wrapper),
		encode: encode, decode: decode,
	}
}

// fieldName is the name of the oneof's field whose message the wrapper holds:
// every case has a message of its own.
func fieldName[M proto.Message](wrapper reflect.Type) string {
	held, ok := reflect.TypeAssert[proto.Message](reflect.Zero(wrapper.Elem().Field(0).Type))
	if !ok {
		return ""
	}
	var m M
	fields := m.ProtoReflect().Descriptor().Fields()
	for i := range fields.Len() {
		if is(fields.Get(i), held.ProtoReflect().Descriptor()) {
			return string(fields.Get(i).Name())
		}
	}
	return ""
}

func is(f protoreflect.FieldDescriptor, d protoreflect.MessageDescriptor) bool {
	return f.Message() != nil && f.Message().FullName() == d.FullName()
}

// registry finds the pair of a value.
type registry[G any, M proto.Message] struct {
	kinds  map[reflect.Type]*pair[G, M]
	oneofs map[reflect.Type]*pair[G, M]
}

func newRegistry[G any, M proto.Message](pairs []pair[G, M]) *registry[G, M] {
	r := &registry[G, M]{
		kinds:  make(map[reflect.Type]*pair[G, M], len(pairs)),
		oneofs: make(map[reflect.Type]*pair[G, M], len(pairs)),
	}
	for i := range pairs {
		r.kinds[pairs[i].kind] = &pairs[i]
		r.oneofs[pairs[i].oneof] = &pairs[i]
	}
	return r
}
