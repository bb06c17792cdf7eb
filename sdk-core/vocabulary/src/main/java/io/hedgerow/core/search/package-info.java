// SPDX-License-Identifier: Apache-2.0
/** Score-based search for a directed acyclic graph on one second-moment matrix, and combinations of networks. */
@NullMarked
package io.hedgerow.core.search;

import org.jspecify.annotations.NullMarked;
