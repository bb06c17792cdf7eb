// SPDX-License-Identifier: Apache-2.0
/**
 * Diagnostics of columns that a method cannot or should not use: constant, dependent, of odd shapes, not the same at
 * all sites, or with rows that depend on each other.
 */
@NullMarked
package io.hedgerow.core.internal.diagnostics;

import org.jspecify.annotations.NullMarked;
