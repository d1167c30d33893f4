package web

import "embed"

// dist is what Vite wrote, or nothing but the file that keeps the folder. The
// other is served where there is no build.
//
//go:embed all:dist placeholder.html
var dist embed.FS
