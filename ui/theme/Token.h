// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace typeshift::ui {

//! The colours of the design by what they are for (DESIGN 1.3 and 1.4).
enum class Token {
    Header,
    Window,
    Base,
    Alt,
    Code,
    Button,
    Line,
    LineStrong,
    Control,
    Text,
    Text2,
    Text3,
    Accent,
    OnAccent,
    AccentText,
    AccentSoft,
    AccentLine,
    Att,
    AttMark,
    AttSoft,
    Dan,
    DanMark,
    DanSoft,
    Ok,
    OkMark,
    OkSoft,
    Live,
    LiveMark,
    Plan,
    PlanSoft,
    AddBg,
    DelBg,
    AddWord,
    DelWord,
    SyntaxKeyword,
    SyntaxString,
    SyntaxNumber,
    SyntaxFunction,
    SyntaxType,
    SyntaxComment,
};

inline constexpr int tokenCount = int(Token::SyntaxComment) + 1;

//! The type sizes of the design (DESIGN 1.2).
enum class TextStyle { Caption, Small, Body, Reading, Heading, Title, Code };

//! Light or dark background.
enum class Scheme { Light, Dark };

} // namespace typeshift::ui
