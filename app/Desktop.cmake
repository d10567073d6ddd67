# SPDX-FileCopyrightText: The Typeshift Workbench authors
# SPDX-License-Identifier: Apache-2.0
# The parts of the desktop program as a library, for the program, its tests and its pictures.
add_library(app_desktop OBJECT
    Application.cpp Application.h
    CallDetails.cpp CallDetails.h
    DemoShow.cpp DemoShow.h
    ModelQuestions.cpp ModelQuestions.h
    ProblemPage.cpp ProblemPage.h
    SessionSecrets.cpp SessionSecrets.h
    SpareMemory.cpp SpareMemory.h)
target_include_directories(app_desktop PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(app_desktop PUBLIC app_common Typeshift::Ui)
target_precompile_headers(app_desktop REUSE_FROM ui_precompiled)
qt_add_resources(app_desktop "icon" PREFIX "/icons" BASE "${PROJECT_SOURCE_DIR}/resources/icons"
    FILES "${PROJECT_SOURCE_DIR}/resources/icons/typeshift-workbench.svg")

qt_add_executable(typeshift-workbench WIN32 main.cpp)
target_link_libraries(typeshift-workbench PRIVATE app_desktop app_common)
target_precompile_headers(typeshift-workbench REUSE_FROM ui_precompiled)
set_target_properties(typeshift-workbench PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
