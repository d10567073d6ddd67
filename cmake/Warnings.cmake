# SPDX-FileCopyrightText: The Typeshift Workbench authors
# SPDX-License-Identifier: Apache-2.0
# The one place for warnings, strictness and sanitizers: every target of the project links TypeshiftStrict.
add_library(TypeshiftStrict INTERFACE)

target_compile_definitions(TypeshiftStrict INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_NO_FOREACH QT_STRICT_ITERATORS QT_NO_CONTEXTLESS_CONNECT
    QT_USE_QSTRINGBUILDER)

if(MSVC)
    target_compile_options(TypeshiftStrict INTERFACE /W4 /permissive- /utf-8)
else()
    target_compile_options(TypeshiftStrict INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # Designated initialisers leave members out on purpose; GCC before 15 warns about them all the same.
        target_compile_options(TypeshiftStrict INTERFACE -fpch-preprocess -Wno-missing-field-initializers)
    endif()
endif()

if(TYPESHIFT_WERROR)
    target_compile_options(TypeshiftStrict INTERFACE $<IF:$<CXX_COMPILER_ID:MSVC>,/WX,-Werror>)
endif()

if(TYPESHIFT_SANITIZE)
    target_compile_options(TypeshiftStrict INTERFACE
        -fsanitize=${TYPESHIFT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(TypeshiftStrict INTERFACE -fsanitize=${TYPESHIFT_SANITIZE})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # GCC's flow analysis reports false positives in instrumented code.
        target_compile_options(TypeshiftStrict INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()
