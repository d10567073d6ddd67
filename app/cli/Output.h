// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <engine/base/Error.h>

#include <QByteArray>
#include <QJsonObject>
#include <QString>

namespace typeshift::cli {

enum class ExitCode { Done = 0, Failed = 1, Usage = 2, Asking = 3, Conflict = 4, Cancelled = 130 };

//! Where the program writes: text or JSON lines on standard output, remarks and errors on standard error.
class Output
{
public:
    enum class Form { Text, Json };

    Output(Form form, bool isQuiet);

    bool isJson() const { return m_form == Form::Json; }
    //! False once nobody reads standard output any more.
    bool isReaderThere() const { return m_isReaderThere; }

    //! As it is, at once.
    void text(const QString &text);
    //! One line, at once.
    void line(const QByteArray &json);
    void json(const QJsonObject &object);
    //! A remark on standard error, unless quiet.
    void remark(const QString &text);
    //! Words a failure: on standard error, with --json as a line of type "error" too. Returns the exit code for it.
    ExitCode fail(const Error &error);

private:
    void write(const QByteArray &bytes);

    Form m_form;
    bool m_isQuiet;
    bool m_isReaderThere = true;
};

} // namespace typeshift::cli
