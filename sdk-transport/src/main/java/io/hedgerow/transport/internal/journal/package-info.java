// SPDX-License-Identifier: Apache-2.0
/** Journals in files, from which a coordinator or a site continues. */
@NullMarked
package io.hedgerow.transport.internal.journal;

import org.jspecify.annotations.NullMarked;
