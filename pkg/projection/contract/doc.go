// Package contract holds the test that every store of projections passes.
//
// It owns the meaning of projection.Writer and projection.Reader, case by case,
// and never looks behind these interfaces.
package contract
