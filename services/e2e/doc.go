// Package e2e plays whole matches on the real programs and checks what no
// package can check alone: that one process and six give the same records, that
// nothing acknowledged is lost when programs are killed, that every match ends
// whatever is deleted under it, and that nothing public tells a hidden tile.
//
// It owns no product code. Its programs, ports and data end with the tests.
package e2e
