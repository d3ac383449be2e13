/* SPDX-License-Identifier: Apache-2.0
 *
 * looks.cpp: how text that flows is to be laid out: as a reader wishes, and as a style sheet says it.
 */
#include "internal.h"

#include <algorithm>
#include <cmath>
#include <cstring>

/* A5, in points. */
#define WIDTH_DEFAULT 420
#define HEIGHT_DEFAULT 595

/* Between columns, in points. */
#define GAP 24.0

double looks::gap() const
{
    return columns > 1 ? GAP : 0;
}

void looks_take(looks *looks, const sheaf_flow *flow)
{
    *looks = {WIDTH_DEFAULT, HEIGHT_DEFAULT, 36, 11, 0, 1, 0, "", false};
    if (flow == nullptr)
        return;
    if (flow->width > 0)
        looks->width = flow->width;
    if (flow->height > 0)
        looks->height = flow->height;
    if (flow->font_size > 0)
        looks->font_size = flow->font_size;
    if (flow->line_height > 0)
        looks->line_height = flow->line_height;
    if (flow->columns >= 1 && flow->columns <= 4)
        looks->columns = static_cast<int>(flow->columns);
    looks->margin = flow->margin >= 0 ? flow->margin : std::min(looks->margin, looks->width / 12);
    /* Something of the page is left. */
    looks->margin = std::min({looks->margin, looks->width * 0.4, looks->height * 0.4});
    if (flow->size >= offsetof(sheaf_flow, justify) + sizeof flow->justify)
        looks->justify = static_cast<int>(flow->justify);
    if (flow->size >= offsetof(sheaf_flow, styles) + sizeof flow->styles)
        looks->is_plain = flow->styles == SHEAF_STYLES_PLAIN;
    if (flow->font_family != nullptr && strlen(flow->font_family) <= 128 && strpbrk(flow->font_family, "\"\\\n\r{};<>") == nullptr)
        looks->font_family = flow->font_family;
}

page_size looks_column(const looks &looks)
{
    const double width = (looks.width - 2 * looks.margin - looks.gap() * (looks.columns - 1)) / looks.columns;
    const double height = looks.height - 2 * looks.margin;
    return {std::max(std::floor(width / POINTS_PER_PIXEL), 16.0), std::max(std::floor(height / POINTS_PER_PIXEL), 16.0)};
}

std::string looks_style(const looks &looks)
{
    const page_size column = looks_column(looks);
    std::string style = "html,body{margin:0 !important;padding:0 !important}img,svg{max-width:100%;max-height:" +
                        std::to_string(std::lround(column.height)) + "px}";
    char text[64];
    if (looks.line_height > 0) {
        g_ascii_formatd(text, sizeof text, "%g", looks.line_height);
        style += std::string("*{line-height:") + text + " !important}";
    }
    if (looks.justify != 0)
        style += std::string("body,p,li,dd,blockquote,div{text-align:") + (looks.justify == SHEAF_JUSTIFY_YES ? "justify" : "left") + " !important}";
    if (!looks.font_family.empty())
        style += "*{font-family:\"" + looks.font_family + "\",serif !important}code,pre,tt,kbd,samp{font-family:monospace !important}";
    return style;
}
