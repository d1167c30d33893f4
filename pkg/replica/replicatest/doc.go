// Package replicatest runs replicas of services in tests as they run elsewhere:
// on a real server, each as its own user, asked from outside.
//
// It owns the server, the clock and the names of the replicas, and it fails a
// test in which a service tried what its rights forbid. It never fakes a service.
package replicatest
