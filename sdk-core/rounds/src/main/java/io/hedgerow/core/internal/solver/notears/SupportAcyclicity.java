// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.notears;

import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.acyclicity.EdgePattern;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates h(A) with A_ij = Σ_s W_s² over the m parameters that carry i → j, and its gradient 2W∘∂h/∂A, for a dense W
 * of changing support. W is the first d·m entries of each column of a longer B: entries after them, such as lags or
 * biases, close no cycle. The gradient is 0 wherever W is, so only the current support is evaluated. Not thread-safe.
 */
public final class SupportAcyclicity {

    private final AcyclicityConstraint constraint;
    private final int d;
    private final int q;
    private final int m;
    /** First parameters of the edges in the evaluator's pattern, ascending. */
    private int[] entries = new int[0];

    /** Whether the pattern has every edge, so that slopes are known of those that are 0 too. */
    private boolean whole;

    private final boolean[] covered;
    private double[] squared = new double[0];
    private double[] slope = new double[0];
    private AcyclicityConstraint.@Nullable Evaluator evaluator;

    /** Takes a model whose edges have one parameter each. */
    public SupportAcyclicity(AcyclicityConstraint constraint, int targets, int columns) {
        this(constraint, targets, columns, 1);
    }

    /** Takes columns of B with at least d·m parameters; m consecutive ones carry an edge. */
    public SupportAcyclicity(AcyclicityConstraint constraint, int targets, int columns, int perEdge) {
        this.constraint = constraint;
        this.d = targets;
        this.q = columns;
        this.m = perEdge;
        this.covered = new boolean[targets * columns];
    }

    /** Makes slopes of all edges known from now on. */
    void coverAll() {
        whole = true;
        evaluator = null;
    }

    /** Writes ∂h/∂A at the W evaluated last for every parameter of W, 0 elsewhere; after {@link #coverAll}. */
    void slopes(double[] all) {
        for (int e = 0; e < entries.length; e++) {
            Arrays.fill(all, entries[e], entries[e] + m, slope[e]);
        }
    }

    public double evaluate(double[] w) {
        AcyclicityConstraint.Evaluator current = evaluatorFor(w);
        for (int e = 0; e < entries.length; e++) {
            squared[e] = squaredSize(w, entries[e]);
        }
        return current.evaluate(squared, slope);
    }

    /** Adds a multiple of ∇h at the W evaluated last; B must be unchanged. */
    public void addGradient(double[] w, double multiple, double[] gradient) {
        for (int e = 0; e < entries.length; e++) {
            for (int s = entries[e]; s < entries[e] + m; s++) {
                gradient[s] += multiple * 2 * w[s] * slope[e];
            }
        }
    }

    private double squaredSize(double[] w, int first) {
        double sum = 0;
        for (int s = first; s < first + m; s++) {
            sum += w[s] * w[s];
        }
        return sum;
    }

    private AcyclicityConstraint.Evaluator evaluatorFor(double[] w) {
        if (whole && evaluator != null) {
            return evaluator;
        }
        int support = 0;
        boolean inside = true;
        for (int edge = 0; edge < d * d; edge++) {
            int first = first(edge);
            if (isCovered(w, edge)) {
                support++;
                inside &= covered[first];
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
        for (int edge = 0; edge < d * d; edge++) {
            int first = first(edge);
            if (isCovered(w, edge)) {
                covered[first] = true;
                entries[e] = first;
                from[e] = edge % d;
                to[e++] = edge / d;
            }
        }
        evaluator = constraint.on(EdgePattern.of(d, from, to));
        return evaluator;
    }

    private boolean isCovered(double[] w, int edge) {
        return whole ? edge % d != edge / d : squaredSize(w, first(edge)) != 0;
    }

    private int first(int edge) {
        return edge / d * q + edge % d * m;
    }
}
