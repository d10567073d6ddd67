// SPDX-FileCopyrightText: The Typeshift Workbench authors
// SPDX-License-Identifier: Apache-2.0
#include "transcript/DocumentCache.h"

namespace typeshift::ui {

MarkdownDocument &DocumentCache::document(const RowId &id, int revision, int width, const Maker &make)
{
    Kept *kept = m_documents.object(id);
    if (!kept || kept->revision != revision) {
        kept = new Kept{make(), revision};
        m_documents.insert(id, kept);
        ++m_made;
    }
    if (width >= 0 && qRound(kept->document->textWidth()) != width)
        kept->document->setTextWidth(width);
    return *kept->document;
}

} // namespace typeshift::ui
