package io.hedgerow.core.internal.solver;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.acyclicity.EdgePattern;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * h(W∘W) and its gradient 2W∘∂h/∂A for a dense W whose support changes from call to call, where W is the first d
 * entries of each column of a longer B: lags close no cycle. The gradient is 0 wherever W is, so only the current
 * support has to be evaluated; the evaluator is kept while it covers the support without being much larger.
 */
final class SupportAcyclicity {

    private final AcyclicityConstraint constraint;
    private final int d;
    private final int q;
    /** Entries of W in the evaluator's pattern, ascending. */
    private int[] entries = new int[0];

    private final boolean[] covered;
    private double[] squared = new double[0];
    private double[] slope = new double[0];
    private AcyclicityConstraint.@Nullable Evaluator evaluator;

    SupportAcyclicity(AcyclicityConstraint constraint, int targets, int columns) {
        this.constraint = constraint;
        this.d = targets;
        this.q = columns;
        this.covered = new boolean[targets * columns];
    }

    /** h at W of B, column by column, 0 on the diagonal. */
    double evaluate(double[] w) {
        AcyclicityConstraint.Evaluator current = evaluatorFor(w);
        for (int e = 0; e < entries.length; e++) {
            squared[e] = w[entries[e]] * w[entries[e]];
        }
        return current.evaluate(squared, slope);
    }

    /** Adds the multiple of ∇h at the W evaluated last. */
    void addGradient(double[] w, double multiple, double[] gradient) {
        for (int e = 0; e < entries.length; e++) {
            gradient[entries[e]] += multiple * 2 * w[entries[e]] * slope[e];
        }
    }

    private AcyclicityConstraint.Evaluator evaluatorFor(double[] w) {
        int support = 0;
        boolean inside = true;
        for (int k = 0; k < w.length; k++) {
            if (k % q < d && w[k] != 0) {
                support++;
                inside &= covered[k];
            }
        }
        if (evaluator != null && inside && entries.length <= support + support / 4) {
            return evaluator;
        }
        Arrays.fill(covered, false);
        entries = new int[support];
        squared = new double[support];
        slope = new double[support];
        int[] from = new int[support];
        int[] to = new int[support];
        int e = 0;
        for (int k = 0; k < w.length; k++) {
            if (k % q < d && w[k] != 0) {
                covered[k] = true;
                entries[e] = k;
                from[e] = k % q;
                to[e++] = k / q;
            }
        }
        evaluator = constraint.on(EdgePattern.of(d, from, to));
        return evaluator;
    }
}
