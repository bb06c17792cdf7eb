// SPDX-License-Identifier: Apache-2.0
/** Dense kernels in plain Java that the compiler turns into vector instructions, and correlations behind ties. */
@NullMarked
package io.hedgerow.core.internal.linalg;

import org.jspecify.annotations.NullMarked;
