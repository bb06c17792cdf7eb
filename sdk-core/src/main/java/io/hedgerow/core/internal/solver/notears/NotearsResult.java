// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.graph.WeightMatrix;

/**
 * The result of NOTEARS, before any threshold.
 *
 * @param weights W; nearly acyclic, with small entries that a threshold should remove
 * @param acyclicity h(W); above the tolerance when a limit ended the run
 * @param rho the last penalty ρ
 * @param alpha the last multiplier α
 * @param outerIterations multiplier updates
 * @param evaluations of loss and h
 */
public record NotearsResult(
        WeightMatrix weights, double acyclicity, double rho, double alpha, int outerIterations, int evaluations) {}
