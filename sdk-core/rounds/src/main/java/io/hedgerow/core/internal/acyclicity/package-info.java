// SPDX-License-Identifier: Apache-2.0
/** Smooth measures of how far a weighted graph is from having no directed cycle. */
@NullMarked
package io.hedgerow.core.internal.acyclicity;

import org.jspecify.annotations.NullMarked;
