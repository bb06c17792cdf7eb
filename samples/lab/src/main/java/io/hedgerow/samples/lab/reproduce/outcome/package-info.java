// SPDX-License-Identifier: Apache-2.0
/** Outcomes: measured results beside published numbers and claims, as tables, plots and a page. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.outcome;

import org.jspecify.annotations.NullMarked;
