module tranca.example/services

go 1.26.0

replace (
	tranca.example/pkg => ../pkg
	tranca.example/pkg/domino => ../pkg/domino
	tranca.example/proto => ../proto
)
