// Empty: a program of this file contains only the compiler's libraries.
