// Command lobby runs one replica of the lobby.
package main
