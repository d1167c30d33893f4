//go:build !unix

package natsboot

import "os"

// tryLock cannot lock here; the operator must not start two servers on one directory.
func tryLock(*os.File) error { return nil }
