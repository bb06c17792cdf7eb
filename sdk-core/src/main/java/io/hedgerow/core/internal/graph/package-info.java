// SPDX-License-Identifier: Apache-2.0
/** Graph kernels on plain arrays. Not part of the API. */
@NullMarked
package io.hedgerow.core.internal.graph;

import org.jspecify.annotations.NullMarked;
