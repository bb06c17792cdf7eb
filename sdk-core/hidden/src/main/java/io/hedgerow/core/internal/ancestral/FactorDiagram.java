// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import io.hedgerow.core.internal.ancestral.district.FactorDistrict;
import io.hedgerow.core.internal.ancestral.district.FactorEquations;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Directed edges between d variables, without cycles, and hidden causes of two or more of them, each with a variance of
 * 1 and no causes: a hidden cause of k variables has k coefficients where a {@link PathDiagram} has k (k − 1) / 2
 * two-headed edges, and an edge may join two of its children. Holds coefficients beside the structure. Not thread-safe.
 */
final class FactorDiagram {

    private static final int POWER_STEPS = 30;
    private static final double TINY = 1e-9;
    /** The largest share of a residual's deviation that a new hidden cause begins with. */
    private static final double MOST_SHARE = 0.9;

    final int variables;
    /** [i · d + j]: the coefficient of i in the equation of j. */
    final double[] weights;
    /** Of each hidden cause, whether it causes a variable. */
    final List<boolean[]> children = new ArrayList<>();
    /** Of each hidden cause its coefficients. */
    final List<double[]> loadings = new ArrayList<>();
    /** Variances of the noises of their own; not positive before the first fit. */
    final double[] own;

    /** [i · d + j]: whether i causes j. */
    private final boolean[] edges;
    /** Of each variable the fit of its district, since which its equation did not change. */
    private final @Nullable FactorDistrict[] fitted;

    FactorDiagram(int variables) {
        this.variables = variables;
        this.edges = new boolean[variables * variables];
        this.weights = new double[variables * variables];
        this.own = new double[variables];
        this.fitted = new FactorDistrict[variables];
    }

    static FactorDiagram of(PathDiagram graph) {
        FactorDiagram diagram = new FactorDiagram(graph.variables);
        System.arraycopy(graph.parents(), 0, diagram.edges, 0, diagram.edges.length);
        return diagram;
    }

    /** The same with a hidden cause of two for each two-headed edge, given moments S, [d, d]. */
    static FactorDiagram of(PathDiagram graph, double[] s) {
        FactorDiagram diagram = of(graph);
        for (int i = 0; i < graph.variables; i++) {
            for (int j = i + 1; j < graph.variables; j++) {
                if (graph.areSiblings(i, j)) {
                    diagram.addHidden(s, i, j);
                }
            }
        }
        return diagram;
    }

    private FactorDiagram(FactorDiagram other) {
        this.variables = other.variables;
        this.edges = other.edges.clone();
        this.weights = other.weights.clone();
        this.own = other.own.clone();
        this.fitted = other.fitted.clone();
        other.children.forEach(of -> children.add(of.clone()));
        other.loadings.forEach(of -> loadings.add(of.clone()));
    }

    FactorDiagram copy() {
        return new FactorDiagram(this);
    }

    boolean causes(int i, int j) {
        return edges[i * variables + j];
    }

    boolean joined(int i, int j) {
        return causes(i, j) || causes(j, i) || share(i, j);
    }

    /** Whether a hidden cause has both as children. */
    boolean share(int i, int j) {
        boolean share = false;
        for (boolean[] of : children) {
            share |= of[i] && of[j];
        }
        return share && i != j;
    }

    /** Whether four variables are joined in pairs, which takes six edges, and a hidden cause four coefficients. */
    boolean joinsFour() {
        for (int a = 0; a < variables; a++) {
            for (int b = a + 1; b < variables; b++) {
                for (int c = b + 1; joined(a, b) && c < variables; c++) {
                    for (int e = c + 1; joined(a, c) && joined(b, c) && e < variables; e++) {
                        if (joined(a, e) && joined(b, e) && joined(c, e)) {
                            return true;
                        }
                    }
                }
            }
        }
        return false;
    }

    /**
     * q = C(d, 4) share⁶: of how many sets of four variables every two are joined, on average, in a graph that joins
     * each pair with the share of the pairs that are joined here.
     */
    double expectedFours() {
        double joined = 0;
        for (int i = 0; i < variables; i++) {
            for (int j = i + 1; j < variables; j++) {
                joined += joined(i, j) ? 1 : 0;
            }
        }
        double d = variables;
        double share = joined / Math.max(1, d * (d - 1) / 2);
        return d * (d - 1) * (d - 2) * (d - 3) / 24 * Math.pow(share, 6);
    }

    /** Hidden causes of two. */
    long pairs() {
        return children.stream().filter(of -> count(of) == 2).count();
    }

    void set(int i, int j, boolean causes) {
        if (edges[i * variables + j] != causes) {
            fitted[j] = null;
        }
        edges[i * variables + j] = causes;
        weights[i * variables + j] = causes ? weights[i * variables + j] : 0;
    }

    void separate(int i, int j) {
        set(i, j, false);
        set(j, i, false);
    }

    /** Makes j a child of a hidden cause, or no longer. */
    void setChild(int h, int j, boolean causes) {
        fitted[j] = null;
        children.get(h)[j] = causes;
        loadings.get(h)[j] = causes ? loadings.get(h)[j] : 0;
    }

    void removeHidden(int h) {
        for (int j : childrenOf(h)) {
            fitted[j] = null;
        }
        children.remove(h);
        loadings.remove(h);
    }

    /** Whether a directed path leads from i to j; true for i = j. */
    boolean reaches(int i, int j) {
        return reached(i)[j];
    }

    /** Where directed paths lead from i, and i. */
    boolean[] reached(int i) {
        return PathDiagram.reached(variables, edges, i);
    }

    /** Whether a hidden cause has both as children, and no other. */
    boolean isPair(int i, int j) {
        boolean pair = false;
        for (boolean[] of : children) {
            pair |= of[i] && of[j] && count(of) == 2;
        }
        return pair;
    }

    int firstChild(int h) {
        int j = 0;
        while (!children.get(h)[j]) {
            j++;
        }
        return j;
    }

    Set<Integer> childrenOf(int h) {
        Set<Integer> of = new HashSet<>();
        for (int j = 0; j < variables; j++) {
            if (children.get(h)[j]) {
                of.add(j);
            }
        }
        return of;
    }

    /** Coefficients that count: of a hidden cause of two only their product does. */
    int size() {
        int count = 0;
        for (boolean edge : edges) {
            count += edge ? 1 : 0;
        }
        for (boolean[] of : children) {
            int k = count(of);
            count += k == 2 ? 1 : k;
        }
        return count;
    }

    /** Of each variable the first of those that hidden causes join with it, directly or over others. */
    int[] districts() {
        int[] first = new int[variables];
        for (int j = 0; j < variables; j++) {
            first[j] = j;
        }
        for (boolean[] of : children) {
            int least = variables;
            for (int j = 0; j < variables; j++) {
                least = of[j] ? Math.min(least, first[j]) : least;
            }
            boolean[] joined = new boolean[variables];
            for (int j = 0; j < variables; j++) {
                joined[first[j]] |= of[j];
            }
            for (int j = 0; j < variables; j++) {
                first[j] = joined[first[j]] ? least : first[j];
            }
        }
        return first;
    }

    /** The fit of a district, if nothing changed its equations or its variables since. */
    @Nullable FactorDistrict fitted(int[] district) {
        FactorDistrict first = fitted[district[0]];
        for (int j : district) {
            if (first == null || fitted[j] != first || first.equations().size() != district.length) {
                return null;
            }
        }
        return first;
    }

    /** Takes the coefficients of a fit. */
    void keep(FactorDistrict district) {
        FactorEquations equations = district.equations();
        equations.write(district.value(), weights, own, loadings);
        for (int k = 0; k < equations.size(); k++) {
            fitted[equations.member(k)] = district;
        }
    }

    FactorEquations equations(int[] members, int[] hidden) {
        return new FactorEquations(variables, edges, children, members, hidden);
    }

    double[] values(FactorEquations equations) {
        return equations.read(weights, own, loadings);
    }

    static int count(boolean[] of) {
        int count = 0;
        for (boolean in : of) {
            count += in ? 1 : 0;
        }
        return count;
    }

    /** The maximal ancestral graph with its separations. */
    AncestralGraph ancestral() {
        boolean[] siblings = new boolean[edges.length];
        for (int k = 0; k < edges.length; k++) {
            siblings[k] = share(k / variables, k % variables);
        }
        return AncestralGraph.of(variables, edges, siblings);
    }

    /**
     * Adds a hidden cause of some variables; its coefficients begin as the first eigenvector of what is left of the
     * residuals' correlations, with communalities of a half.
     */
    void addHidden(double[] s, int... of) {
        int k = of.length;
        double[] r = new double[k * k];
        for (int a = 0; a < k; a++) {
            for (int c = 0; c < k; c++) {
                r[a * k + c] = residual(s, of[a], of[c]);
            }
        }
        double[] scale = new double[k];
        double[] x = new double[k];
        for (int a = 0; a < k; a++) {
            scale[a] = Math.sqrt(Math.max(r[a * k + a], TINY));
            x[a] = r[a * k] < 0 ? -1 : 1;
        }
        double eigenvalue = 1;
        for (int step = 0; step < POWER_STEPS; step++) {
            double[] y = new double[k];
            double norm = 0;
            for (int a = 0; a < k; a++) {
                for (int c = 0; c < k; c++) {
                    y[a] += (a == c ? 0.5 : r[a * k + c] / (scale[a] * scale[c])) * x[c];
                }
                norm += y[a] * y[a];
            }
            eigenvalue = Math.max(Math.sqrt(norm), TINY);
            for (int a = 0; a < k; a++) {
                x[a] = y[a] / eigenvalue;
            }
        }
        boolean[] caused = new boolean[variables];
        double[] coefficients = new double[variables];
        for (int a = 0; a < k; a++) {
            double share = Math.max(-MOST_SHARE, Math.min(MOST_SHARE, x[a] * Math.sqrt(eigenvalue)));
            caused[of[a]] = true;
            coefficients[of[a]] = share * scale[a];
            fitted[of[a]] = null;
            own[of[a]] = scale[a] * scale[a] * (1 - share * share);
        }
        children.add(caused);
        loadings.add(coefficients);
    }

    /** The covariance of two residuals less what hidden causes explain. */
    private double residual(double[] s, int i, int j) {
        int d = variables;
        double sum = 0;
        for (int x = 0; x < d; x++) {
            double a = x == i ? 1 : -weights[x * d + i];
            for (int y = 0; a != 0 && y < d; y++) {
                sum += a * (y == j ? 1 : -weights[y * d + j]) * s[x * d + y];
            }
        }
        for (double[] l : loadings) {
            sum -= l[i] * l[j];
        }
        return sum;
    }
}
