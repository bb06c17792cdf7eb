// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral.district;

import java.util.Arrays;
import java.util.List;

/**
 * The structure of the equations of some variables of a diagram: their causes, and the hidden causes that act on no
 * other variable. Immutable.
 */
public final class FactorEquations {

    /** The kind of a variance of a noise of its own. */
    public static final int OWN = -1;
    /** The kind of the coefficient of an edge. */
    public static final int EDGE = -2;

    /** Variables of the diagram. */
    final int d;
    /** Those whose equations these are, in their order. */
    final int[] members;
    /** How many these are. */
    final int size;
    /** How many hidden causes. */
    final int causes;
    /** How many own variances, one for each of the variables, then edges and coefficients of hidden causes. */
    final int p;
    /** Of each {@link #OWN}, {@link #EDGE} or the hidden cause, counted within these equations. */
    final int[] kind;
    /** The variable whose equation it is in, counted within these. */
    final int[] into;
    /** The cause of an edge, of all variables of the diagram. */
    final int[] from;
    /** The variables of these equations: first those that they explain, then other causes. */
    final int[] columns;
    /** Of the cause of an edge its place among these. */
    final int[] column;

    /** Numbers of the hidden causes in the diagram. */
    private final int[] hidden;

    /**
     * Takes the variables whose equations these are, and the hidden causes of these.
     *
     * @param edges [i · d + j]: whether i causes j
     * @param children of each hidden cause, whether it causes a variable
     */
    public FactorEquations(int d, boolean[] edges, List<boolean[]> children, int[] members, int[] hidden) {
        this.d = d;
        this.members = members;
        this.size = members.length;
        this.hidden = hidden;
        this.causes = hidden.length;
        int most = size * (1 + d + causes);
        int[] kinds = new int[most];
        int[] intos = new int[most];
        int[] froms = new int[most];
        int[] places = new int[most];
        int[] placeOf = new int[d]; // 0 where there is none
        int[] columned = Arrays.copyOf(members, d);
        for (int j = 0; j < size; j++) {
            kinds[j] = OWN;
            intos[j] = j;
            placeOf[members[j]] = j + 1;
        }
        int at = size;
        int width = size;
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < d; i++) {
                if (edges[i * d + members[j]]) {
                    if (placeOf[i] == 0) {
                        columned[width++] = i;
                        placeOf[i] = width;
                    }
                    kinds[at] = EDGE;
                    froms[at] = i;
                    places[at] = placeOf[i] - 1;
                    intos[at++] = j;
                }
            }
        }
        for (int h = 0; h < causes; h++) {
            for (int j = 0; j < size; j++) {
                if (children.get(hidden[h])[members[j]]) {
                    kinds[at] = h;
                    intos[at++] = j;
                }
            }
        }
        this.p = at;
        this.kind = Arrays.copyOf(kinds, p);
        this.into = Arrays.copyOf(intos, p);
        this.from = Arrays.copyOf(froms, p);
        this.column = Arrays.copyOf(places, p);
        this.columns = Arrays.copyOf(columned, width);
    }

    /** How many variables these are of. */
    public int size() {
        return size;
    }

    /** One of them. */
    public int member(int k) {
        return members[k];
    }

    /** How many coefficients and own variances they have. */
    public int count() {
        return p;
    }

    /** {@link #OWN}, {@link #EDGE} or the hidden cause, counted within these equations. */
    public int kind(int a) {
        return kind[a];
    }

    /** The variable whose equation a coefficient is in. */
    public int into(int a) {
        return members[into[a]];
    }

    /** The cause of an edge. */
    public int from(int a) {
        return from[a];
    }

    /** Values of the coefficients and own variances, given those of the diagram; weights are [i · d + j]. */
    public double[] read(double[] weights, double[] own, List<double[]> loadings) {
        double[] value = new double[p];
        for (int a = 0; a < p; a++) {
            int j = members[into[a]];
            value[a] = kind[a] == OWN
                    ? own[j]
                    : kind[a] == EDGE ? weights[from[a] * d + j] : loadings.get(hidden[kind[a]])[j];
        }
        return value;
    }

    /** Writes them to those of the diagram. */
    public void write(double[] value, double[] weights, double[] own, List<double[]> loadings) {
        for (int a = 0; a < p; a++) {
            int j = members[into[a]];
            if (kind[a] == OWN) {
                own[j] = value[a];
            } else if (kind[a] == EDGE) {
                weights[from[a] * d + j] = value[a];
            } else {
                loadings.get(hidden[kind[a]])[j] = value[a];
            }
        }
    }
}
