// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "agents/Module.h"

#include "agents/ToolRules.h"

using namespace Qt::StringLiterals;

namespace typeshift {

Module::Module(QString name, ModuleStamp stamp, std::source_location place)
    : m_name(std::move(name))
    , m_stamp(stamp)
    , m_place(place)
{
}

Module &Module::add(Agent agent)
{
    m_agents.append(std::move(agent));
    return *this;
}

Module &Module::add(Toolset toolset)
{
    m_toolsets.append(std::move(toolset));
    return *this;
}

QList<Diagnostic> diagnose(const Module &module)
{
    const ModuleStamp ours;
    const ModuleStamp &theirs = module.stamp();
    const QString place = u"module \"%1\" (%2)"_s.arg(module.name(), placeText(module.place()));
    QList<Diagnostic> found;
    if (theirs.version != ours.version) {
        found.append(
            {u"TSH020"_s, place,
             u"it was built against version %1 of declarations, and this engine has version %2: build it again"_s.arg(
                 QString::number(theirs.version), QString::number(ours.version))});
    }
    if (theirs.idType != ours.idType) {
        found.append({u"TSH021"_s, place,
                      u"its ids are made of %1, and this engine's of %2"_s.arg(detail::text(theirs.idType),
                                                                               detail::text(ours.idType))});
    }
    return found;
}

} // namespace typeshift
