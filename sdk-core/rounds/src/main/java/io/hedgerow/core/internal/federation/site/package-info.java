// SPDX-License-Identifier: Apache-2.0
/** The session of a site, which answers tasks: it plans, reserves, reads, solves, protects and sends. */
@NullMarked
package io.hedgerow.core.internal.federation.site;

import org.jspecify.annotations.NullMarked;
