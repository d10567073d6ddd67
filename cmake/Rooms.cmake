# SPDX-FileCopyrightText: The Typeshift Workbench authors
# SPDX-License-Identifier: Apache-2.0

# One precompiled set of Qt headers for each layer; rooms of the layer reuse it.
function(typeshift_precompiled name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS;HEADERS")
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp" "")
    add_library(${name} OBJECT "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
    target_link_libraries(${name} PUBLIC TypeshiftStrict ${arg_LINKS})
    target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
    set_target_properties(${name} PROPERTIES AUTOMOC OFF)
endfunction()

# typeshift_room(LAYER NAME SOURCES ... HEADERS ... LINKS ...): an OBJECT library of one folder.
# Its objects and headers become part of the layer's library.
function(typeshift_room layer name)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;HEADERS;LINKS")
    string(REPLACE "/" "_" target "${layer}_${name}")
    add_library(${target} OBJECT ${arg_SOURCES} ${arg_HEADERS})
    target_include_directories(${target} PUBLIC
        "${PROJECT_SOURCE_DIR}/${layer}" "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${target} PUBLIC ${layer}_precompiled_links ${arg_LINKS})
    target_precompile_headers(${target} REUSE_FROM ${layer}_precompiled)
    set_property(GLOBAL APPEND PROPERTY TYPESHIFT_${layer}_ROOMS ${target})
    foreach(header IN LISTS arg_HEADERS)
        set_property(GLOBAL APPEND PROPERTY TYPESHIFT_${layer}_HEADERS
            "${CMAKE_CURRENT_SOURCE_DIR}/${header}")
    endforeach()
endfunction()

# typeshift_test(SOURCE LABEL room [GUI] [SERIAL] [BENCHMARK] LINKS ...): one QTest program, named as its file.
# A benchmark runs only in ctest's configuration BENCHMARK (./dev bench), alone, and prints its figures as
# packaging/dev/bench reads them; its label is always `benchmark`.
function(typeshift_test source)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GUI;SERIAL;BENCHMARK" "LABEL;TIMEOUT" "LINKS;SOURCES;DEFINITIONS;ENVIRONMENT")
    get_filename_component(name "${source}" NAME_WE)
    add_executable(${name} ${source} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE Typeshift::Engine TypeshiftStrict Qt6::Test ${arg_LINKS})
    # QTRY_… of Qt 6.8 narrows a duration where it is used, and GCC 14 takes the frames of awaited lists for
    # uninitialised. A source's options come after those of TypeshiftStrict, a target's before them.
    foreach(file IN ITEMS ${source} ${arg_SOURCES})
        file(STRINGS "${file}" waits REGEX "QTRY_|verifyStore")
        if(waits)
            set_property(SOURCE ${file} APPEND PROPERTY COMPILE_OPTIONS
                $<$<CXX_COMPILER_ID:GNU,Clang>:-Wno-conversion> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
        endif()
    endforeach()
    target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
    # Only where they are named: with a folder's own path in every command, no test of a second clone would be found
    # in the compiler cache.
    foreach(file IN ITEMS ${source} ${arg_SOURCES})
        get_filename_component(path "${file}" ABSOLUTE)
        set(names)
        if(EXISTS "${path}")
            file(STRINGS "${path}" names REGEX "TYPESHIFT_(SOURCE|BINARY)_DIR")
        endif()
        if(names)
            target_compile_definitions(${name} PRIVATE
                TYPESHIFT_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TYPESHIFT_BINARY_DIR="${PROJECT_BINARY_DIR}")
        endif()
    endforeach()
    if(arg_GUI)
        target_precompile_headers(${name} REUSE_FROM ui_precompiled)
    else()
        target_precompile_headers(${name} REUSE_FROM engine_precompiled)
    endif()
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/bin")
    set(configurations)
    if(arg_BENCHMARK)
        set(configurations CONFIGURATIONS BENCHMARK)
        set(arg_LABEL benchmark)
        set(arg_SERIAL ON)
    endif()
    # All tests of a room, to build them without the others.
    if(NOT TARGET tests_${arg_LABEL})
        add_custom_target(tests_${arg_LABEL})
    endif()
    add_dependencies(tests_${arg_LABEL} ${name})
    add_test(NAME ${arg_LABEL}.${name} COMMAND ${name} ${configurations})
    set(timeout 120)
    if(arg_TIMEOUT)
        set(timeout ${arg_TIMEOUT})
    endif()
    if(TYPESHIFT_SANITIZE STREQUAL "thread")
        math(EXPR timeout "${timeout} * 5") # decoders run at a tenth of their speed
    endif()
    set(environment "QT_QPA_PLATFORM=offscreen" "LC_ALL=C.UTF-8" ${arg_ENVIRONMENT})
    set_tests_properties(${arg_LABEL}.${name} PROPERTIES
        LABELS "${arg_LABEL}" ENVIRONMENT "${environment}" TIMEOUT ${timeout})
    if(arg_SERIAL)
        set_tests_properties(${arg_LABEL}.${name} PROPERTIES RUN_SERIAL ON)
    endif()
endfunction()
