// SPDX-License-Identifier: Apache-2.0
/** NOTEARS: a smooth loss under the constraint that the network is acyclic. */
@NullMarked
package io.hedgerow.core.internal.solver.notears;

import org.jspecify.annotations.NullMarked;
