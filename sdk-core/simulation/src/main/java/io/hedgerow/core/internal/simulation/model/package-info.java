// SPDX-License-Identifier: Apache-2.0
/** Random graphs, structural equation models on them, series, and the rows of sites drawn from these. */
@NullMarked
package io.hedgerow.core.internal.simulation.model;

import org.jspecify.annotations.NullMarked;
