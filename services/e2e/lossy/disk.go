package lossy

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// Disk is one disk, mounted at Dir.
type Disk struct {
	Dir        string // where programs see it
	live, kept string // what they see, and what is on the disk
	server     *fuse.Server
	off        atomic.Bool // the power is off: nothing reaches the disk any more

	mu    sync.Mutex
	files map[uint64]*dirt // of each file that was ever opened, by inode of live
}

// New mounts an empty disk. Everything of it lies below dir, which exists.
func New(dir string) (*Disk, error) {
	d := &Disk{Dir: filepath.Join(dir, "disk"), live: filepath.Join(dir, "live"), kept: filepath.Join(dir, "kept")}
	for _, path := range []string{d.Dir, d.live, d.kept} {
		if err := os.Mkdir(path, 0o700); err != nil {
			return nil, err
		}
	}
	return d, d.mount()
}

func (d *Disk) mount() error {
	d.files = map[uint64]*dirt{}
	root := &fs.LoopbackRoot{Path: d.live}
	top := d.node(root)
	root.RootNode = top
	var err error
	// Nothing is remembered by the kernel for longer than a call: names and sizes
	// change below its feet when the power comes back.
	d.server, err = fs.Mount(d.Dir, top, &fs.Options{MountOptions: fuse.MountOptions{DirectMountStrict: true, FsName: "lossy"}})
	if err != nil {
		return fmt.Errorf("mount a disk at %s (it takes root and /dev/fuse): %w", d.Dir, err)
	}
	return nil
}

// Cut is the power cut: from now on every sync fails, so that nobody may believe
// that anything is kept. The programs that use the disk are killed next.
func (d *Disk) Cut() { d.off.Store(true) }

// Restore brings the disk back with what it has kept. No program may use it
// meanwhile.
func (d *Disk) Restore() error {
	if err := d.Close(); err != nil {
		return err
	}
	if err := os.RemoveAll(d.live); err != nil {
		return err
	}
	if err := os.CopyFS(d.live, os.DirFS(d.kept)); err != nil {
		return err
	}
	d.off.Store(false)
	return d.mount()
}

// Close takes the disk away from programs.
func (d *Disk) Close() error {
	var err error
	for range 100 { // files of a program that was killed close a little later
		if err = d.server.Unmount(); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("unmount the disk at %s: %w", d.Dir, err)
}

// Unsynced is how many bytes would be lost now.
func (d *Disk) Unsynced() (bytes int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.files {
		bytes += f.size()
	}
	return bytes
}

// dirtOf is what is unsynced of a file. Files that are made anew begin clean,
// whichever inode they have got.
func (d *Disk) dirtOf(inode uint64, anew bool) *dirt {
	d.mu.Lock()
	defer d.mu.Unlock()
	f, known := d.files[inode]
	if !known || anew {
		f = &dirt{}
		d.files[inode] = f
	}
	return f
}
