//go:build !unix

package live

// writeNow writes nothing: here every write may wait.
func writeNow(uintptr, []byte) int { return 0 }
