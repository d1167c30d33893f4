// Command protoc-gen-openapi is a plugin of buf that writes openapi.json for the
// services of one package, which its option "package" names.
package main
