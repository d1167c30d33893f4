module tranca.example/pkg/domino

go 1.26
