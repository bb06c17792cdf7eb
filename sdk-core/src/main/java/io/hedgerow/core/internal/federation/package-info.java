// SPDX-License-Identifier: Apache-2.0
/** The loop: a site's session, the coordinator, and the network between them in one process. */
@NullMarked
package io.hedgerow.core.internal.federation;

import org.jspecify.annotations.NullMarked;
