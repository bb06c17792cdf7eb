// SPDX-License-Identifier: Apache-2.0
/** A site's session in a study, which answers tasks: it plans, reserves, reads, solves, protects and sends. */
@NullMarked
package io.hedgerow.core.internal.federation.site;

import org.jspecify.annotations.NullMarked;
