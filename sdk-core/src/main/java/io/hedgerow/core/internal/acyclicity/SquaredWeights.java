// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.acyclicity;

final class SquaredWeights {

    private SquaredWeights() {}

    static void require(EdgePattern pattern, double[] squared, double[] gradient) {
        if (squared.length != pattern.size() || gradient.length != pattern.size()) {
            throw new IllegalArgumentException("squared and gradient must have one entry for each of " + pattern.size()
                    + " edges, had " + squared.length + " and " + gradient.length);
        }
        for (int e = 0; e < squared.length; e++) {
            if (!(squared[e] >= 0)) {
                throw new IllegalArgumentException("squared weight of edge " + pattern.from(e) + " -> " + pattern.to(e)
                        + " must be >= 0, was " + squared[e]);
            }
        }
    }
}
