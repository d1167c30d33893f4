// Package web holds the table for browsers: its sources in TypeScript beside
// this file, what they were built into, and the handlers that serve that.
//
// It owns the page, its assets and the headers that keep them apart from other
// pages and in caches for as long as is right.
//
// It never talks to a service and knows no call of the API: the page does, from
// the browser. Without a build (`make web`) there is a page that says so.
package web
