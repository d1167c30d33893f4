// Bot sits down at a table and plays the first legal move until the match ends. It
// shows how little a bot needs of package client:
//
//	go run tranca.example/pkg/client/cmd/bot http://127.0.0.1:8080 TABLE
package main
