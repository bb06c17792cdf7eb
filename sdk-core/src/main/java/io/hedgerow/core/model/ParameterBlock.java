// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.model;

import java.util.Objects;

/**
 * A named run of parameters inside every target variable's slice.
 *
 * @param name the block's name, such as {@code W}
 * @param length number of parameters in the block; at least 1
 * @param parametersPerEdge how many consecutive parameters carry one edge; 0 when the block carries no edges, so that
 *     acyclicity does not see it
 * @param l1Weight factor on the study's λ for this block; finite and at least 0
 */
public record ParameterBlock(String name, int length, int parametersPerEdge, double l1Weight) {
    public ParameterBlock {
        Objects.requireNonNull(name, "name");
        if (length < 1) {
            throw new IllegalArgumentException("length must be at least 1, was " + length);
        }
        if (parametersPerEdge < 0 || (parametersPerEdge > 0 && length % parametersPerEdge != 0)) {
            throw new IllegalArgumentException(
                    "parametersPerEdge must be 0 or divide the length " + length + ", was " + parametersPerEdge);
        }
        if (!(l1Weight >= 0) || l1Weight == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("l1Weight must be finite and >= 0, was " + l1Weight);
        }
    }
}
