// SPDX-License-Identifier: Apache-2.0
/** The columns of a network of time series: the variables of one step and of the steps before. */
@NullMarked
package io.hedgerow.core.design;

import org.jspecify.annotations.NullMarked;
