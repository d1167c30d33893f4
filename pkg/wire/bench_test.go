package wire_test

import (
	"testing"

	"tranca.example/pkg/wire"
)

func BenchmarkEncodeCommit(b *testing.B) {
	d, codec := midGame(b), wire.NewCodec()
	commit := d.log[len(d.log)-1]
	size := 0
	for b.Loop() {
		body, err := codec.EncodeCommit(commit)
		if err != nil {
			b.Fatal(err)
		}
		size = len(body)
	}
	b.ReportMetric(float64(size), "bytes")
}

func BenchmarkDecodeCommit(b *testing.B) {
	d, codec := midGame(b), wire.NewCodec()
	body, err := codec.EncodeCommit(d.log[len(d.log)-1])
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := codec.DecodeCommit(body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeNext(b *testing.B) {
	d, codec := midGame(b), wire.NewCodec()
	before := d.log[len(d.log)-2].State
	body, err := codec.EncodeCommit(d.log[len(d.log)-1])
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := codec.DecodeNext(before, body); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTableView(b *testing.B) {
	d, codec := midGame(b), wire.NewCodec()
	for b.Loop() {
		if codec.TableView(d.state) == nil {
			b.Fatal("no view")
		}
	}
}
