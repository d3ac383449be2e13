/* SPDX-License-Identifier: Apache-2.0
 *
 * sheaf_view.h: how a document asks to be seen at first.
 */
#ifndef SHEAF_VIEW_H
#define SHEAF_VIEW_H

/* Metadata by which readers go that do not choose (docs/provider-abi.md). */
#define VIEW_DIRECTION "reading-direction"
#define VIEW_LEFT_TO_RIGHT "left-to-right"
#define VIEW_RIGHT_TO_LEFT "right-to-left"
#define VIEW_LAYOUT "page-layout"
#define VIEW_SINGLE "single"
#define VIEW_DOUBLE "double"
#define VIEW_COVER "cover"
#define VIEW_START "start-page"

#endif
