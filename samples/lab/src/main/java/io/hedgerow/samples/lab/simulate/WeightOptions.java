// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the strength of simulated effects. */
final class WeightOptions {

    /** The smallest weight of an edge in the papers' experiments, whose edges weigh 0.5 or more. */
    private static final double THRESHOLD = 0.3;

    @Option(
            names = "--weights",
            split = ",",
            paramLabel = "LEAST,MOST",
            description = "Absolute weights of the simulated edges, and of the effects of --confounders: uniform"
                    + " between both, of either sign, such as 0.05,0.3; default 0.5,2, of weak-chain 0.5,0.8.")
    private double @Nullable [] bounds;

    boolean isGiven() {
        return bounds != null;
    }

    WeightRange orElse(WeightRange usual) {
        double[] given = bounds;
        if (given == null) {
            return usual;
        }
        if (given.length != 2 || !(given[0] > 0 && given[1] >= given[0] && given[1] < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("--weights must be two numbers, 0 < least <= greatest, such as"
                    + " 0.05,0.3, was " + Arrays.toString(given));
        }
        return new WeightRange(given[0], given[1]);
    }

    /** The papers' threshold; where edges may weigh less than in the papers, in proportion. */
    double threshold() {
        WeightRange usual = WeightRange.STANDARD;
        return THRESHOLD * Math.min(1, orElse(usual).smallest() / usual.smallest());
    }

    String remark(WeightRange usual) {
        WeightRange range = orElse(usual);
        return "±U[" + shown(range.smallest()) + ", " + shown(range.largest()) + "]";
    }

    private static String shown(double bound) {
        return bound == Math.rint(bound) ? String.valueOf((long) bound) : String.valueOf(bound);
    }
}
