// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "Demo.h"

#include <QString>

using namespace Qt::StringLiterals;

// Outside every namespace, as the macro asks.
static void initDemoResources()
{
    Q_INIT_RESOURCE(demo);
}

namespace typeshift {

Result<ScenarioLibrary> demoScenarios()
{
    initDemoResources();
    return ScenarioLibrary::load(u":/demo"_s);
}

double demoPace()
{
    bool isNumber = false;
    const double pace = qEnvironmentVariable("TYPESHIFT_DEMO_PACE").toDouble(&isNumber);
    return isNumber && pace >= 0 ? pace : 1.0;
}

} // namespace typeshift
