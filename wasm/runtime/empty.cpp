// Empty: a program of this file contains only the C library of the compiler.
