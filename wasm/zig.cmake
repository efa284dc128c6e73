# The compiler of the package `ziglang`, whose folder is ZIG. Its target is WebAssembly with what every browser
# has since 2023: exceptions, and instructions that work on several numbers at once.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ZIG)

set(PROCESSOR "-mcpu=generic+exception_handling+bulk_memory+nontrapping_fptoint+sign_ext+simd128")
foreach(LANGUAGE ASM C CXX)
  # CMake would link programs to name the compiler and to try it, for which the compiler builds all its libraries: a
  # minute or two. With a target it names the compiler by an object file, and what works is said here.
  set(CMAKE_${LANGUAGE}_COMPILER_TARGET wasm32-wasi)
  set(CMAKE_${LANGUAGE}_FLAGS_INIT "${PROCESSOR}")
  set(CMAKE_${LANGUAGE}_COMPILER_WORKS TRUE)
  set(CMAKE_${LANGUAGE}_ABI_COMPILED TRUE)
endforeach()
set(CMAKE_ASM_COMPILER "${ZIG}/zig" cc)
string(PREPEND CMAKE_ASM_FLAGS_INIT "-target wasm32-wasi ")  # CMake does not know this assembler, so it adds no target
set(CMAKE_C_COMPILER "${ZIG}/zig" cc)
set(CMAKE_CXX_COMPILER "${ZIG}/zig" c++)
