// SPDX-License-Identifier: Apache-2.0
/** Dense kernels in plain Java that the compiler vectorises, and correlations of variables with ties. */
@NullMarked
package io.hedgerow.core.internal.linalg;

import org.jspecify.annotations.NullMarked;
