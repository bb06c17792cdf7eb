// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.regression;

import java.util.List;
import java.util.stream.Stream;

/**
 * The covariances by which each variable and its parents are scored, and their n_eff: the same for all, or those of the
 * rows in which the variable was no target of interventions. Immutable; matrices are not copied, so not to be changed.
 */
public final class FamilyMoments {

    /** The moments of one set of rows: [d, d] row by row, and n_eff; compared by identity. */
    @SuppressWarnings("ArrayRecordComponent") // matrices are compared by identity
    public record Moments(double[] covariance, double rows) {

        private Moments checked(int variables) {
            MomentMatrix.require(variables, covariance);
            if (!(rows > 1 && rows < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("rows must be finite and > 1, was " + rows);
            }
            return this;
        }
    }

    private final int variables;
    private final Moments all;
    private final List<Moments> ofTarget;

    private FamilyMoments(int variables, Moments all, List<Moments> ofTarget) {
        this.variables = variables;
        this.all = all.checked(variables);
        this.ofTarget = List.copyOf(ofTarget);
        ofTarget.stream().distinct().forEach(moments -> moments.checked(variables));
    }

    public static FamilyMoments of(int variables, double[] covariance, double rows) {
        Moments one = new Moments(covariance, rows);
        return new FamilyMoments(
                variables, one, Stream.generate(() -> one).limit(variables).toList());
    }

    /** Moments of each variable's own rows, one object for the same rows; {@code all} tells where edges may be. */
    public static FamilyMoments of(Moments all, List<Moments> ofTarget) {
        return new FamilyMoments(ofTarget.size(), all, ofTarget);
    }

    public int variables() {
        return variables;
    }

    /** Whether all variables have the same rows, so that scores know equivalence classes. */
    public boolean areOne() {
        return ofTarget.stream().allMatch(moments -> same(moments, all));
    }

    public Moments all() {
        return all;
    }

    public Moments of(int target) {
        return ofTarget.get(target);
    }

    /** The first variable with the same rows: targets of one place share scores. */
    public int place(int target) {
        int first = 0;
        while (!same(ofTarget.get(first), ofTarget.get(target))) {
            first++;
        }
        return first;
    }

    private static boolean same(Moments one, Moments other) {
        return one.covariance() == other.covariance() && one.rows() == other.rows();
    }

    /** The same in another common unit of all columns. */
    public FamilyMoments divided(double variance) {
        Moments[] scaled = new Moments[variables];
        for (int j = 0; j < variables; j++) {
            int first = place(j);
            scaled[j] = first < j ? scaled[first] : divided(ofTarget.get(j), variance);
        }
        return new FamilyMoments(variables, areOne() ? scaled[0] : divided(all, variance), List.of(scaled));
    }

    private static Moments divided(Moments moments, double variance) {
        double[] scaled = moments.covariance().clone();
        for (int k = 0; k < scaled.length; k++) {
            scaled[k] /= variance;
        }
        return new Moments(scaled, moments.rows());
    }
}
