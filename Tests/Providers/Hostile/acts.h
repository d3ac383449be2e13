/* SPDX-License-Identifier: Apache-2.0
 *
 * What the hostile provider does to its own host, and says to the service, while it renders a page.
 */
#ifndef ACTS_H
#define ACTS_H

#include <sheaf_provider.h>

typedef struct stage {
    const sheaf_host_services *services;
    sheaf_host *host;
    sheaf_document *document;
    const sheaf_render *render;
} stage;

/* Does what a name says, and returns as if nothing had happened where it comes to that; false where there is no such act. */
int act(const char *name, const stage *stage);

#endif
