// Package loopback finds free ports of the loopback interface for servers that
// tests start.
//
// It owns which ports are spoken for: an address is handed out once among all tests
// of this machine until the test that asked for it ends, also while the server on it
// is down. It knows nothing of who takes a port without asking here, so whoever starts
// a server still looks whether it got its port.
package loopback
