// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.district.FactorDistrict;
import io.hedgerow.core.internal.ancestral.district.FactorEquations;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes the maximum likelihood of a {@link FactorDiagram}, from its coefficients, which it replaces. Variables that
 * hidden causes join, directly or over others, are a district, and the likelihood of a diagram is the product of those
 * of its districts given their causes. So each {@link FactorDistrict} is fitted alone, and only where it has changed
 * since the diagram, or one that it is a copy of, was fitted, or where that fit had not settled. Not thread-safe.
 */
final class FactorFit {

    /**
     * The least variance of a noise of its own, as a share of the variable's, or half of what all others leave of it.
     */
    private static final double LEAST_OWN = 1e-3;

    static final double PIVOT = FactorDistrict.PIVOT;
    /** Added to the information's diagonal, for of a hidden cause of two only a product is known. */
    static final double RIDGE = FactorDistrict.RIDGE;

    static final int OWN = FactorEquations.OWN;
    static final int EDGE = FactorEquations.EDGE;

    final FactorDiagram diagram;
    /** Districts in the order of their first variables. */
    final List<FactorDistrict> districts = new ArrayList<>();
    /** Of each variable, which is its district. */
    final int[] districtOf;
    /** Of each variable its place in the district. */
    final int[] placeOf;
    /** Of each hidden cause which is its district. */
    final int[] districtOfHidden;
    /** Of each hidden cause its place among those of the district. */
    final int[] placeOfHidden;
    /** Of each district its first coefficient. */
    final int[] first;
    /** How many coefficients and own variances. */
    final int p;
    /** Of each {@link #OWN}, {@link #EDGE} or the hidden cause. */
    final int[] kind;
    /** The variable whose equation it is in. */
    final int[] into;
    /** The cause of an edge. */
    final int[] from;

    private double logLikelihood;
    private double work;

    FactorFit(FactorDiagram diagram, double[] s, double n, int steps) {
        this(diagram, s, n, SmallCholesky.conditionalVariances(s, diagram.variables, PIVOT), steps);
    }

    /** Takes also what all other variables leave of the variance of each. */
    FactorFit(FactorDiagram diagram, double[] s, double n, double[] left, int steps) {
        int d = diagram.variables;
        int f = diagram.children.size();
        this.diagram = diagram;
        this.districtOf = new int[d];
        this.placeOf = new int[d];
        this.districtOfHidden = new int[f];
        this.placeOfHidden = new int[f];
        double[] least = leastVariances(diagram, s, left);
        int[] district = diagram.districts();
        int[] ofHidden = new int[f];
        for (int h = 0; h < f; h++) {
            ofHidden[h] = district[diagram.firstChild(h)];
        }
        int[][] members = grouped(district, d, placeOf);
        int[][] hidden = grouped(ofHidden, d, placeOfHidden);
        int[] firsts = new int[d];
        int count = 0;
        for (int j = 0; j < d; j++) {
            if (members[j].length > 0) {
                for (int member : members[j]) {
                    districtOf[member] = districts.size();
                }
                for (int h : hidden[j]) {
                    districtOfHidden[h] = districts.size();
                }
                FactorDistrict one = diagram.fitted(members[j]);
                if (one == null || !one.isSettledFor(s, n)) {
                    one = fitted(diagram.equations(members[j], hidden[j]), s, n, least, steps);
                }
                firsts[districts.size()] = count;
                count += one.equations().count();
                logLikelihood += one.logLikelihood();
                districts.add(one);
            }
        }
        this.p = count;
        this.first = Arrays.copyOf(firsts, districts.size());
        this.kind = new int[p];
        this.into = new int[p];
        this.from = new int[p];
        index(hidden);
    }

    /** The least variance of each variable's own noise; the diagram's begin at half of the variable's if they are 0. */
    private static double[] leastVariances(FactorDiagram diagram, double[] s, double[] left) {
        int d = diagram.variables;
        double[] least = new double[d];
        for (int j = 0; j < d; j++) {
            least[j] = Math.min(LEAST_OWN * s[j * (d + 1)], left[j] / 2);
            diagram.own[j] = diagram.own[j] > 0 ? diagram.own[j] : s[j * (d + 1)] / 2;
        }
        return least;
    }

    private FactorDistrict fitted(FactorEquations equations, double[] s, double n, double[] least, int steps) {
        FactorDistrict district = new FactorDistrict(equations, s, n, diagram.values(equations), least, steps);
        diagram.keep(district);
        work += district.work();
        return district;
    }

    /** Writes of each coefficient its kind, its equation and its cause, from those of the districts. */
    private void index(int[][] hidden) {
        for (int k = 0; k < first.length; k++) {
            FactorEquations equations = districts.get(k).equations();
            for (int a = 0; a < equations.count(); a++) {
                int is = equations.kind(a);
                kind[first[k] + a] = is < 0 ? is : hidden[equations.member(0)][is];
                into[first[k] + a] = equations.into(a);
                from[first[k] + a] = equations.from(a);
            }
        }
    }

    /** Those of each district, by its first variable; writes the place of each among them. */
    private static int[][] grouped(int[] districts, int d, int[] places) {
        int[] count = new int[d];
        for (int k = 0; k < districts.length; k++) {
            places[k] = count[districts[k]]++;
        }
        int[][] groups = new int[d][];
        for (int j = 0; j < d; j++) {
            groups[j] = new int[count[j]];
        }
        for (int k = 0; k < districts.length; k++) {
            groups[districts[k]][places[k]] = k;
        }
        return groups;
    }

    double logLikelihood() {
        return logLikelihood;
    }

    /** Operations that it took. */
    double work() {
        return work;
    }

    double coefficient(int a) {
        int k = districtOf[into[a]];
        return districts.get(k).value()[a - first[k]];
    }
}
