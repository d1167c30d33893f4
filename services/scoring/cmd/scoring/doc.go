// Command scoring runs one replica of scoring.
package main
