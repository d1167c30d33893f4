package lossy

import (
	"context"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// node is a file or directory: what programs do is done to the live one, and what
// is kept follows.
type node struct {
	fs.LoopbackNode
	disk *Disk
}

func (d *Disk) node(root *fs.LoopbackRoot) *node {
	return &node{fs.LoopbackNode{RootData: root}, d}
}

// WrapChild implements fs.NodeWrapChilder: every child is a node of the disk.
func (n *node) WrapChild(context.Context, fs.InodeEmbedder) fs.InodeEmbedder {
	return n.disk.node(n.RootData)
}

// keptPath is where the disk keeps a child of the node, or the node itself.
func (n *node) keptPath(child string) string {
	return filepath.Join(n.disk.kept, n.Path(n.Root()), child)
}

// livePath is where programs' view of it lies.
func (n *node) livePath(child string) string {
	return filepath.Join(n.disk.live, n.Path(n.Root()), child)
}

// also does to what is kept what went well with what is live. Without power it is
// not done, and nobody may believe that it was.
func (n *node) also(live syscall.Errno, do func() error) syscall.Errno {
	if live != fs.OK {
		return live
	}
	if n.disk.off.Load() {
		return syscall.EIO
	}
	return fs.ToErrno(do())
}

// Mkdir implements fs.NodeMkdirer.
func (n *node) Mkdir(ctx context.Context, name string, mode uint32, out *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	child, errno := n.LoopbackNode.Mkdir(ctx, name, mode, out)
	return child, n.also(errno, func() error { return os.Mkdir(n.keptPath(name), os.FileMode(mode)) })
}

// Rmdir implements fs.NodeRmdirer.
func (n *node) Rmdir(ctx context.Context, name string) syscall.Errno {
	return n.also(n.LoopbackNode.Rmdir(ctx, name), func() error { return syscall.Rmdir(n.keptPath(name)) })
}

// Unlink implements fs.NodeUnlinker.
func (n *node) Unlink(ctx context.Context, name string) syscall.Errno {
	return n.also(n.LoopbackNode.Unlink(ctx, name), func() error { return syscall.Unlink(n.keptPath(name)) })
}

// Rename implements fs.NodeRenamer.
func (n *node) Rename(ctx context.Context, name string, parent fs.InodeEmbedder, newName string, flags uint32) syscall.Errno {
	to, ok := parent.(*node)
	if !ok || flags != 0 {
		return syscall.EINVAL
	}
	return n.also(n.LoopbackNode.Rename(ctx, name, parent, newName, 0), func() error {
		return syscall.Rename(n.keptPath(name), to.keptPath(newName))
	})
}

// Setattr implements fs.NodeSetattrer.
func (n *node) Setattr(ctx context.Context, handle fs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	errno := n.LoopbackNode.Setattr(ctx, handle, in, out)
	size, resized := in.GetSize()
	if !resized {
		return errno
	}
	return n.also(errno, func() error {
		n.disk.dirtOf(out.Ino, false).cut(int64(size)) //nolint:gosec // a file's size
		if f, open := handle.(*file); open {
			return f.kept.Truncate(int64(size)) //nolint:gosec // a file's size
		}
		return os.Truncate(n.keptPath(""), int64(size)) //nolint:gosec // a file's size
	})
}

// What would go past the bookkeeping is not there.

// CopyFileRange implements fs.NodeCopyFileRanger.
func (*node) CopyFileRange(context.Context, fs.FileHandle, uint64, *fs.Inode, fs.FileHandle, uint64, uint64, uint64) (uint32, syscall.Errno) {
	return 0, syscall.ENOSYS
}

// Link implements fs.NodeLinker.
func (*node) Link(context.Context, fs.InodeEmbedder, string, *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	return nil, syscall.EPERM
}

// Symlink implements fs.NodeSymlinker.
func (*node) Symlink(context.Context, string, string, *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	return nil, syscall.EPERM
}

// Mknod implements fs.NodeMknoder.
func (*node) Mknod(context.Context, string, uint32, uint32, *fuse.EntryOut) (*fs.Inode, syscall.Errno) {
	return nil, syscall.EPERM
}
