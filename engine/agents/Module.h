// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agents/Agent.h"
#include "agents/Diagnostic.h"

namespace typeshift {

//! What a library was compiled against. The numbers are taken where a module is made, so they are the library's. // D7
struct ModuleStamp {
    int version = 1; //!< counts up whenever a declaration means something else to the engine
#if defined(TYPESHIFT_ID_TYPE_INT64)
    std::string_view idType = "int64"; // D11
#elif defined(TYPESHIFT_ID_TYPE_STRING)
    std::string_view idType = "string";
#else
    std::string_view idType = "uuid";
#endif

    bool operator==(const ModuleStamp &) const = default;
};

//! What one library brings to an engine: a value, returned by a plain function of the library. // D1
class Module final
{
public:
    explicit Module(QString name, ModuleStamp stamp = {}, std::source_location place = std::source_location::current());

    Module &add(Agent agent);
    //! A toolset that agents of other libraries may use; looked up by its name.
    Module &add(Toolset toolset);

    const QString &name() const { return m_name; }
    const QList<Agent> &agents() const { return m_agents; }
    const QList<Toolset> &toolsets() const { return m_toolsets; }
    const ModuleStamp &stamp() const { return m_stamp; }
    const std::source_location &place() const { return m_place; }

private:
    QString m_name;
    ModuleStamp m_stamp;
    std::source_location m_place;
    QList<Agent> m_agents;
    QList<Toolset> m_toolsets;
};

//! Why this engine cannot take the module; none for one of its own version and ids. // TSH020, TSH021
QList<Diagnostic> diagnose(const Module &module);

} // namespace typeshift
