// SPDX-License-Identifier: Apache-2.0
/** Models in which every variable is a small neural network of the others: NOTEARS-MLP and its consensus form. */
@NullMarked
package io.hedgerow.core.internal.mlp;

import org.jspecify.annotations.NullMarked;
