# The processor level that the core is built for: the best one that the building machine can run, unless GRAV_CPU says
# otherwise. Sets `grav_cpu_level`, `grav_cpu_options`, and `grav_cpu_file`: the level, and on the second line the
# processor features it needs, by their names in /proc/cpuinfo. `grav.native.loading` reads it before it imports.

include(CheckCXXCompilerFlag)

set(GRAV_CPU "" CACHE STRING "x86-64-v3, x86-64-v2, baseline, native; empty: what this machine can run")
set(levels x86-64-v3 x86-64-v2 baseline native)
set_property(CACHE GRAV_CPU PROPERTY STRINGS "" ${levels})
if(GRAV_CPU AND NOT GRAV_CPU IN_LIST levels)
  message(FATAL_ERROR "GRAV_CPU is '${GRAV_CPU}'; it may be ${levels}")
endif()

# The highest level that this machine can run, as far as compiler and machine tell.
function(grav_find_cpu_level result)
  set(${result} baseline PARENT_SCOPE)
  if(CMAKE_CROSSCOMPILING OR NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$"
     OR NOT CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
    return()
  endif()
  try_run(ran compiled "${CMAKE_BINARY_DIR}/processor" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/processor.cpp"
    RUN_OUTPUT_VARIABLE found)
  if(NOT compiled OR NOT ran EQUAL 0)
    return()
  endif()
  foreach(level x86-64-v3 x86-64-v2)
    string(MAKE_C_IDENTIFIER "GRAV_HAS_MARCH_${level}" known)
    check_cxx_compiler_flag("-march=${level}" ${known})
    if(${known} AND level STRLESS_EQUAL found)
      set(${result} ${level} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# The features that the compiler uses with these options.
function(grav_cpu_features result)
  execute_process(
    COMMAND "${CMAKE_CXX_COMPILER}" ${ARGN} -E -dM -x c++ /dev/null
    OUTPUT_VARIABLE macros ERROR_QUIET)
  set(features "")
  foreach(pair
      SSE3=pni SSSE3=ssse3 SSE4_1=sse4_1 SSE4_2=sse4_2 POPCNT=popcnt AVX=avx AVX2=avx2 BMI=bmi1 BMI2=bmi2 FMA=fma
      LZCNT=abm MOVBE=movbe F16C=f16c AVX512F=avx512f AVX512BW=avx512bw AVX512CD=avx512cd AVX512DQ=avx512dq
      AVX512VL=avx512vl AVX512VBMI=avx512vbmi AVX512VBMI2=avx512_vbmi2 AVX512VNNI=avx512_vnni
      AVX512BITALG=avx512_bitalg AVX512VPOPCNTDQ=avx512_vpopcntdq AVXVNNI=avx_vnni GFNI=gfni VAES=vaes)
    string(REPLACE "=" ";" pair "${pair}")
    list(GET pair 0 macro)
    list(GET pair 1 feature)
    if(macros MATCHES "#define __${macro}__ ")
      string(APPEND features " ${feature}")
    endif()
  endforeach()
  string(STRIP "${features}" features)
  set(${result} "${features}" PARENT_SCOPE)
endfunction()

if(GRAV_CPU)
  set(grav_cpu_level ${GRAV_CPU})
else()
  grav_find_cpu_level(grav_cpu_level)
endif()
set(grav_cpu_options "")
set(grav_cpu_features "")
if(NOT grav_cpu_level STREQUAL "baseline")
  set(grav_cpu_options "-march=${grav_cpu_level}")
  grav_cpu_features(grav_cpu_features ${grav_cpu_options})
endif()
set(grav_cpu_file "${CMAKE_BINARY_DIR}/_cpu.txt")
file(CONFIGURE OUTPUT "${grav_cpu_file}" CONTENT "${grav_cpu_level}\n${grav_cpu_features}\n" @ONLY)
message(STATUS "Processor level: ${grav_cpu_level}")
