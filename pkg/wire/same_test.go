package wire_test

import (
	"fmt"
	"reflect"
)

// difference tells where two values differ; "" when they do not. It is
// reflect.DeepEqual but for nil and empty slices and maps, which are the same
// on the wire.
func difference(a, b any) string {
	return differ("", reflect.ValueOf(a), reflect.ValueOf(b))
}

func differ(at string, a, b reflect.Value) string {
	if a.IsValid() != b.IsValid() || a.IsValid() && a.Type() != b.Type() {
		return at + ": types differ"
	}
	if !a.IsValid() {
		return ""
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return unless(a.IsNil() == b.IsNil(), at+": one is nil")
		}
		return differ(at, a.Elem(), b.Elem())
	case reflect.Struct:
		for i := range a.NumField() {
			if d := differ("", a.Field(i), b.Field(i)); d != "" {
				return at + "." + a.Type().Field(i).Name + d
			}
		}
		return ""
	case reflect.Slice, reflect.Array:
		return differItems(at, a, b)
	case reflect.String:
		return unless(a.String() == b.String(), at+": texts differ")
	case reflect.Bool:
		return unless(a.Bool() == b.Bool(), at+": one is true")
	case reflect.Map:
		return unless(a.Len() == b.Len() && (a.Len() == 0 || fmt.Sprint(a) == fmt.Sprint(b)), at+": maps differ")
	default:
		return unless(a.CanInt() && a.Int() == b.Int() || a.CanUint() && a.Uint() == b.Uint(), at+": numbers differ")
	}
}

func differItems(at string, a, b reflect.Value) string {
	if a.Len() != b.Len() {
		return fmt.Sprintf("%s: %d and %d items", at, a.Len(), b.Len())
	}
	for i := range a.Len() {
		if d := differ("", a.Index(i), b.Index(i)); d != "" {
			return fmt.Sprintf("%s[%d]%s", at, i, d)
		}
	}
	return ""
}

func unless(ok bool, text string) string {
	if ok {
		return ""
	}
	return text
}
