// Package lossy is a disk that loses at a power cut whatever was not synced.
//
// It owns a file system in user space (FUSE; it takes root and /dev/fuse) over two
// directories: one holds what programs see, the other what the disk has kept. A
// write reaches the second one when its file is synced, never before. That is the
// worst that a disk may do to data. Names are kept at once: creating, renaming,
// removing and truncating a file survive without a sync of the directory, which
// is kinder than a disk has to be. Links, devices and memory maps that are written
// to are not there.
package lossy
