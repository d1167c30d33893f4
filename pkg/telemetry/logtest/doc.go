// Package logtest collects in tests what programs and services write.
//
// It owns nothing but the text: whoever writes brings the logger, and whoever
// reads waits for what it wants to find.
package logtest
