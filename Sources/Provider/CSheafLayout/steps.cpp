/* SPDX-License-Identifier: Apache-2.0
 *
 * steps.cpp: adds steps to what is drawn of a sheet.
 */
#include "internal.h"

sheet::~sheet()
{
    for (drawing_step &step : steps)
        if (step.layout != nullptr)
            g_object_unref(step.layout);
}

drawing_step &step_add(sheet *sheet, enum drawing_step::kind kind)
{
    drawing_step step = {};
    step.kind = kind;
    step.opacity = 1;
    sheet->steps.push_back(std::move(step));
    return sheet->steps.back();
}

void group_begin(sheet *sheet, const void *owner, const cairo_matrix_t &matrix, double opacity)
{
    /* A box and what is in it are drawn one after the other: they are one group. */
    if (owner == sheet->last_owner && !sheet->steps.empty() && sheet->steps.back().kind == drawing_step::POP) {
        sheet->steps.pop_back();
        return;
    }
    drawing_step &step = step_add(sheet, drawing_step::PUSH);
    step.matrix = matrix;
    step.opacity = opacity;
}

void group_end(sheet *sheet, const void *owner)
{
    step_add(sheet, drawing_step::POP);
    sheet->last_owner = owner;
}
