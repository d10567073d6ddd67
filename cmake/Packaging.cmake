# SPDX-FileCopyrightText: The Typeshift Workbench authors
# SPDX-License-Identifier: Apache-2.0

# What is installed, in two components: `development` (the engine for find_package(Typeshift)) and `program`.
include(CMakePackageConfigHelpers)

# development: rooms include each other as "base/Error.h", a host writes <typeshift/base/Error.h>; both folders are
# on its path (the first by the header set's destination).
set(configFolder "${CMAKE_INSTALL_LIBDIR}/cmake/Typeshift")
target_include_directories(Engine INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(EXPORT TypeshiftTargets NAMESPACE Typeshift:: DESTINATION "${configFolder}" COMPONENT development)
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/TypeshiftConfig.cmake.in"
    "${CMAKE_CURRENT_BINARY_DIR}/TypeshiftConfig.cmake" INSTALL_DESTINATION "${configFolder}")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/TypeshiftConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/TypeshiftConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/TypeshiftConfigVersion.cmake"
    DESTINATION "${configFolder}" COMPONENT development)

# program
if(TYPESHIFT_DESKTOP AND TARGET typeshift-workbench AND TARGET typeshift)
    set(packagingFolder "${CMAKE_CURRENT_SOURCE_DIR}/packaging/desktop")
    install(TARGETS typeshift-workbench typeshift RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
    install(FILES "${packagingFolder}/org.typeshift.Workbench.desktop"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT program)
    install(FILES "${packagingFolder}/org.typeshift.Workbench.metainfo.xml"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo" COMPONENT program)
    install(FILES "${CMAKE_CURRENT_SOURCE_DIR}/resources/icons/typeshift-workbench.svg"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" COMPONENT program)
    install(FILES "${packagingFolder}/copyright"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/typeshift-workbench" COMPONENT program)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME typeshift-workbench)
set(CPACK_PACKAGE_VENDOR "Typeshift Workbench")
set(CPACK_PACKAGE_CONTACT "The Typeshift Workbench authors <typeshift-workbench@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Desktop workbench for conversations with agents")
set(CPACK_PACKAGE_DESCRIPTION "Talk to language models of many providers, on this machine or elsewhere. Conversations are stored\nstep by step, so that nothing that was shown is lost. The console program typeshift is part of it.")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME typeshift-workbench)
set(CPACK_DEBIAN_PROGRAM_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What is loaded at run time and so is seen by no linker: the SQLite driver, the picture format of the icons, the
# Secret Service client that the keychain library opens, and the certificates that TLS is checked against.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6sql6-sqlite, qt6-svg-plugins, libsecret-1-0, ca-certificates")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, qt6-translations-l10n, fonts-noto-core, fonts-noto-color-emoji, gnome-keyring | kwalletmanager, bubblewrap")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libqt6sql6-psql")
include(CPack)
