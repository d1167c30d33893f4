package gateway

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/wire"
	"tranca.example/services/gateway/internal/pipeline"
)

// How often operators are told, how many of them, and of how many tables.
const (
	pipelineEvery   = time.Second
	pipelineStreams = 16
	pipelineTables  = 200
)

// watched makes what operators see of the pipeline.
func (s *Service) watched() (*pipeline.Monitor, error) {
	metrics, ok := s.o.Scope.Registerer.(prometheus.Gatherer)
	if !ok {
		return nil, errors.New("operators' page: the metrics cannot be read")
	}
	return pipeline.New(pipeline.Options{
		Version: s.o.Version, Metrics: metrics, Replicas: s.directory.Live, Ping: s.o.Conn.FlushWithContext, Tables: s.phases,
		Logger: s.o.Scope.Logger, Now: s.o.Now, Every: pipelineEvery, Streams: pipelineStreams,
	}), nil
}

// phases counts the newest tables by their phases.
func (s *Service) phases(ctx context.Context) (*pipeline.Tables, error) {
	reply, err := s.via.Do(ctx, wire.Request{Query: wire.ListTables{Page: wire.Page{Size: pipelineTables}}})
	if err != nil {
		return nil, err
	}
	t := &pipeline.Tables{ByPhase: map[string]int{}, More: reply.NextPage != ""}
	for _, one := range reply.Tables {
		t.ByPhase[string(one.Phase)]++
	}
	return t, nil
}
