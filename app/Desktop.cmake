# SPDX-FileCopyrightText: The Typeshift Workbench authors
# SPDX-License-Identifier: Apache-2.0
# How the desktop is told of something. Without the precompiled headers: Qt D-Bus defines a name that those do not have.
add_library(app_notices STATIC DesktopNotices.cpp DesktopNotices.h TrayNotifier.cpp TrayNotifier.h)
target_link_libraries(app_notices PUBLIC TypeshiftStrict Typeshift::Ui)
if(UNIX AND NOT APPLE)
    target_sources(app_notices PRIVATE FreedesktopNotifier.cpp FreedesktopNotifier.h)
    target_link_libraries(app_notices PRIVATE Qt6::DBus)
    target_include_directories(app_notices SYSTEM PUBLIC $<TARGET_PROPERTY:Qt6::DBus,INTERFACE_INCLUDE_DIRECTORIES>)
    target_compile_definitions(app_notices PRIVATE TYPESHIFT_DBUS)
endif()
target_include_directories(app_notices PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")

# The parts of the desktop program as a library, for the program, its tests and its pictures.
add_library(app_desktop OBJECT
    Application.cpp Application.h
    CallDetails.cpp CallDetails.h
    CoderFolders.cpp CoderFolders.h
    DemoShow.cpp DemoShow.h
    ModelQuestions.cpp ModelQuestions.h
    ProblemPage.cpp ProblemPage.h
    SessionSecrets.cpp SessionSecrets.h
    SpareMemory.cpp SpareMemory.h)
target_include_directories(app_desktop PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(app_desktop PUBLIC app_common app_notices Typeshift::Ui)
target_precompile_headers(app_desktop REUSE_FROM ui_precompiled)
qt_add_resources(app_desktop "icon" PREFIX "/icons" BASE "${PROJECT_SOURCE_DIR}/resources/icons"
    FILES "${PROJECT_SOURCE_DIR}/resources/icons/typeshift-workbench.svg")

qt_add_executable(typeshift-workbench WIN32 main.cpp)
target_link_libraries(typeshift-workbench PRIVATE app_desktop app_common)
target_precompile_headers(typeshift-workbench REUSE_FROM ui_precompiled)
set_target_properties(typeshift-workbench PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
