# The tag of C++ exceptions. Zig's own runtime is built without exceptions and leaves it out.
	.tagtype	__cpp_exception i32
	.globl	__cpp_exception
__cpp_exception:
