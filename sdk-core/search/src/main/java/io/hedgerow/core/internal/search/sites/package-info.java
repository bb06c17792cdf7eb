// SPDX-License-Identifier: Apache-2.0
/** Finds one network in the moments of several sites, or combines their networks, and tests it against the data. */
@NullMarked
package io.hedgerow.core.internal.search.sites;

import org.jspecify.annotations.NullMarked;
