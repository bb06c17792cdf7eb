// SPDX-License-Identifier: Apache-2.0
/**
 * Bayesian networks of categories: probability tables, exact inference, interventions, sampling, and the files of other
 * programs.
 */
@NullMarked
package io.hedgerow.core.table;

import org.jspecify.annotations.NullMarked;
