// Nothing: what is linked with it needs only the libraries of the compiler.
