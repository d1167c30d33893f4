// Package telemetry owns what a process tells about itself: one Prometheus
// registry, one OpenTelemetry trace pipeline and one structured logger.
//
// A process calls New once and hands each of its services the Scope that
// belongs to it: a logger, a tracer and a registerer. Nothing is global, so two
// processes' worth of services can live in one program and in one test.
//
// Traces are exported over OTLP/HTTP only when an endpoint is configured, all of
// them or a share. Without one no span is made, which costs nearly nothing, but
// trace context is passed on and begun as ever: logs and commits tell trace ids.
// A trace that begins in such a process counts as not recorded elsewhere too.
//
// Trace context travels in NATS headers under lower-case keys (see Carrier),
// because NATS header names are case-sensitive and the W3C name is lower case.
//
// What it never does: it puts no table, player or tile into a metric label, and
// it never decides what may be logged. That a hidden tile stays out of logs and
// spans is the caller's duty.
package telemetry
