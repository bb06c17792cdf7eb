// SPDX-License-Identifier: Apache-2.0
/** An outcome sets measures beside published figures and claims, as tables, plots and a page. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.outcome;

import org.jspecify.annotations.NullMarked;
