// SPDX-License-Identifier: Apache-2.0
/** What is learned: a flat parameter vector, and where acyclicity and sparsity apply to it. */
@NullMarked
package io.hedgerow.core.model;

import org.jspecify.annotations.NullMarked;
