// SPDX-License-Identifier: Apache-2.0
/** Models: a flat parameter vector, and the layout that says where acyclicity and sparsity apply to it. */
@NullMarked
package io.hedgerow.core.model;

import org.jspecify.annotations.NullMarked;
