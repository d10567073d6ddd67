// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace typeshift {

//! Takes the reasoning out of content that begins with `<think>…</think>`, however the tags are cut. Only the very
//! beginning counts: a tag further down, in a code block say, is text. For endpoints whose profile says so. // 4.1
class ThinkTags
{
public:
    struct Parts {
        QString reasoning;
        QString text;
    };
    Parts take(const QString &piece);
    //! The stream ended: what was held back as the beginning of a tag was none.
    Parts finish();

private:
    enum class Place { Start, Reasoning, Gap, Text };

    Place m_place = Place::Start;
    QString m_held;
};

} // namespace typeshift
