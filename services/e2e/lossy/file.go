package lossy

import (
	"context"
	"errors"
	"os"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// file is an open file.
type file struct {
	*fs.LoopbackFile
	disk   *Disk
	dirt   *dirt
	live   *os.File // to copy from
	kept   *os.File // to copy into
	synced bool     // every write is: O_SYNC
}

// Create implements fs.NodeCreater.
func (n *node) Create(ctx context.Context, name string, flags, mode uint32, out *fuse.EntryOut) (*fs.Inode, fs.FileHandle, uint32, syscall.Errno) {
	child, handle, fuseFlags, errno := n.LoopbackNode.Create(ctx, name, flags, mode, out)
	var f *file
	errno = n.also(errno, func() (err error) {
		f, err = n.open(handle, name, flags, n.disk.dirtOf(out.Ino, true))
		return err
	})
	return child, f, fuseFlags, errno
}

// Open implements fs.NodeOpener.
func (n *node) Open(ctx context.Context, flags uint32) (fs.FileHandle, uint32, syscall.Errno) {
	handle, fuseFlags, errno := n.LoopbackNode.Open(ctx, flags)
	var f *file
	errno = n.also(errno, func() (err error) {
		var st syscall.Stat_t
		if err := syscall.Lstat(n.livePath(""), &st); err != nil {
			return err
		}
		f, err = n.open(handle, "", flags, n.disk.dirtOf(st.Ino, false))
		return err
	})
	return f, fuseFlags, errno
}

// open opens what is kept beside what is live.
func (n *node) open(handle fs.FileHandle, child string, flags uint32, d *dirt) (*file, error) {
	opened, ok := handle.(*fs.LoopbackFile)
	if !ok {
		return nil, syscall.EINVAL
	}
	live, err := os.Open(n.livePath(child))
	if err != nil {
		return nil, err
	}
	kept, err := os.OpenFile(n.keptPath(child), os.O_RDWR|os.O_CREATE|int(flags&syscall.O_TRUNC), 0o600) //nolint:gosec // below our own directory
	if err != nil {
		return nil, errors.Join(err, live.Close())
	}
	if flags&syscall.O_TRUNC != 0 {
		d.cut(0)
	}
	return &file{opened, n.disk, d, live, kept, flags&syscall.O_SYNC != 0 || flags&syscall.O_DSYNC != 0}, nil
}

// Write implements fs.FileWriter.
func (f *file) Write(ctx context.Context, data []byte, at int64) (n uint32, errno syscall.Errno) {
	f.dirt.written(at, func() int64 {
		n, errno = f.LoopbackFile.Write(ctx, data, at)
		return int64(n)
	})
	if errno == fs.OK && f.synced {
		errno = f.Fsync(ctx, 0)
	}
	return n, errno
}

// Fsync implements fs.FileFsyncer.
func (f *file) Fsync(context.Context, uint32) syscall.Errno {
	if f.disk.off.Load() {
		return syscall.EIO
	}
	return fs.ToErrno(f.dirt.sync(f.live, f.kept))
}

// Allocate implements fs.FileAllocater: it is not there.
func (*file) Allocate(context.Context, uint64, uint64, uint32) syscall.Errno { return syscall.ENOTSUP }

// Release implements fs.FileReleaser.
func (f *file) Release(ctx context.Context) syscall.Errno {
	return fs.ToErrno(errors.Join(errnoOf(f.LoopbackFile.Release(ctx)), f.live.Close(), f.kept.Close()))
}

func errnoOf(e syscall.Errno) error {
	if e == fs.OK {
		return nil
	}
	return e
}

// PassthroughFd implements fs.FilePassthroughFder: the kernel must not write by
// itself.
func (*file) PassthroughFd() (int, bool) { return 0, false }
