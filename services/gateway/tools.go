package gateway

import (
	"context"
	"errors"
	"net/http"

	connectv1 "connectrpc.com/connect"
	"connectrpc.com/grpchealth"
	"connectrpc.com/grpcreflect/v2"

	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
	"tranca.example/services/gateway/internal/refuse"
)

// tools adds what programs of gRPC ask every server: how it does, and what it has.
func (d *door) tools(mux *http.ServeMux) {
	path, health := grpchealth.NewHandler(doctor{d.ready}, connectv1.WithReadMaxBytes(shortBody))
	mux.Handle(path, d.calling(health))
	for _, name := range []string{grpcreflect.ReflectV1ServiceName, grpcreflect.ReflectV1AlphaServiceName} {
		mux.Handle("POST /"+name+"/", d.streaming(http.HandlerFunc(d.reflect)))
	}
}

// doctor tells how the gateway does.
type doctor struct{ ready func(context.Context) error }

// Check implements grpchealth.Checker.
func (o doctor) Check(ctx context.Context, m *grpchealth.CheckRequest) (*grpchealth.CheckResponse, error) {
	switch m.Service {
	case "", apiv1connect.TableServiceName, apiv1connect.LiveServiceName:
	default:
		return nil, connectv1.NewError(connectv1.CodeNotFound, errNoService)
	}
	answer := &grpchealth.CheckResponse{Status: grpchealth.StatusServing}
	if o.ready(ctx) != nil {
		answer.Status = grpchealth.StatusNotServing
	}
	return answer, nil
}

var errNoService = errors.New("there is no such service; reflection lists those that are")

// calling lets calls in as often as their actor may call.
func (d *door) calling(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := d.gate.Call(d.actor(r)); err != nil {
			refuse.Write(w, r, err)
			return
		}
		if err := d.receive(w, r); err != nil {
			refuse.Write(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// reflect tells about the services what the contracts say.
func (d *door) reflect(w http.ResponseWriter, r *http.Request) {
	handler, known := d.rpc[r.URL.Path]
	if !known {
		unknown(w, r)
		return
	}
	handler.ServeHTTP(&patient{w, d.o.Now}, r)
}
