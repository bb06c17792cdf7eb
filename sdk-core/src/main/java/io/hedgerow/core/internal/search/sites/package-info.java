// SPDX-License-Identifier: Apache-2.0
/**
 * One network is learned from the moments of several sites, or combined from their networks, and checked against the
 * data.
 */
@NullMarked
package io.hedgerow.core.internal.search.sites;

import org.jspecify.annotations.NullMarked;
