// SPDX-License-Identifier: Apache-2.0
/** Estimates the cost and the accuracy of a private run, before there is any data. */
@NullMarked
package io.hedgerow.samples.plan;

import org.jspecify.annotations.NullMarked;
