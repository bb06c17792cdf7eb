// SPDX-License-Identifier: Apache-2.0
/** Scores of sets of variables, numbers and categories together, and a search by them. */
@NullMarked
package io.hedgerow.core.internal.block;

import org.jspecify.annotations.NullMarked;
