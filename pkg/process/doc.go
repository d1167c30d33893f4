// Package process runs one service as a process of its own: settings from flags
// and the environment, telemetry, the connection to NATS, the projections'
// stores, the admin port with /metrics, /livez and /readyz, and a gentle stop.
//
// NATS must be there at the start. Redis may come later and go again: games do
// not need it, so a service waits for it and says so, and is not ready when its
// answers come from there.
//
// It owns what the mains of all services do alike. It never knows what a
// service does; a main hands it a function that builds the service.
package process
