// SPDX-License-Identifier: Apache-2.0
/** Journals in files: what a coordinator or a site must not forget. */
@NullMarked
package io.hedgerow.transport.internal.journal;

import org.jspecify.annotations.NullMarked;
