// Command bots runs one replica of the bots' service.
package main
