// SPDX-License-Identifier: Apache-2.0
/** Bayesian networks of categories: tables, exact inference, interventions, sampling, and files in BIF. */
@NullMarked
package io.hedgerow.core.table;

import org.jspecify.annotations.NullMarked;
