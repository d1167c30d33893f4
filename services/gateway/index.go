package gateway

import (
	"encoding/json"
	"net/http"

	"google.golang.org/protobuf/reflect/protoreflect"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
)

// index is what GET / answers: people look there first.
type index struct {
	Name    string   `json:"name"`
	Version string   `json:"version"`
	Calls   string   `json:"calls"`
	Methods []string `json:"methods"`
	Rulings string   `json:"operatorCalls"`
	Rules   []string `json:"operatorMethods"`
	OpenAPI string   `json:"openapi"`
	Live    string   `json:"live"`
	// Pipeline is absent where operators have no page.
	Pipeline string `json:"pipeline,omitempty"`
	Admin    string `json:"admin"`
	Docs     string `json:"docs"`
}

func newIndex(version string, operators bool) index {
	i := index{
		Name: "Tranca", Version: version,
		Calls:   "POST /" + apiv1connect.TableServiceName + "/<Method> with Content-Type: application/json",
		Methods: methods(apiv1.File_tranca_api_v1_table_service_proto),
		Rulings: "POST /" + apiv1connect.OperatorServiceName + "/<Method>, with the token of an issuer that names a referee or an operator",
		Rules:   methods(apiv1.File_tranca_api_v1_operator_service_proto),
		OpenAPI: "GET /openapi.json",
		Live:    "GET /v1/tables/{id}/live, or GET /v1/stream for several topics; " + apiv1connect.LiveServiceName + "/Watch over gRPC",
		Admin:   "/livez, /readyz and /metrics, on the admin port",
		Docs:    "README.md and proto/README.md in the source",
	}
	if operators {
		i.Pipeline = "GET /v1/pipeline"
	}
	return i
}

// methods are those of a contract, in its order.
func methods(contract protoreflect.FileDescriptor) []string {
	var names []string
	services := contract.Services()
	for i := range services.Len() {
		for j := range services.Get(i).Methods().Len() {
			names = append(names, string(services.Get(i).Methods().Get(j).Name()))
		}
	}
	return names
}

// ServeHTTP answers with the index.
func (i index) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false) // people read this
	out.SetIndent("", "  ")
	_ = out.Encode(i) // the client is gone
}
