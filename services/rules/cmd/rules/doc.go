// Command rules runs one replica of rules.
package main
