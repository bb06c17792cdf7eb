// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import java.util.Arrays;

/**
 * The equations of some variables of a {@link FactorDiagram}, with the hidden causes of these, which cause no other:
 * which coefficients they have. Immutable.
 */
final class FactorEquations {

    static final int OWN = -1;
    static final int EDGE = -2;

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

    FactorEquations(FactorDiagram diagram, int[] members, int[] hidden) {
        this.d = diagram.variables;
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
                if (diagram.causes(i, members[j])) {
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
                if (diagram.children.get(hidden[h])[members[j]]) {
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

    /** Values of the coefficients and own variances. */
    double[] read(FactorDiagram diagram) {
        double[] value = new double[p];
        for (int a = 0; a < p; a++) {
            int j = members[into[a]];
            value[a] = kind[a] == OWN
                    ? diagram.own[j]
                    : kind[a] == EDGE
                            ? diagram.weights[from[a] * d + j]
                            : diagram.loadings.get(hidden[kind[a]])[j];
        }
        return value;
    }

    void write(double[] value, FactorDiagram diagram) {
        for (int a = 0; a < p; a++) {
            int j = members[into[a]];
            if (kind[a] == OWN) {
                diagram.own[j] = value[a];
            } else if (kind[a] == EDGE) {
                diagram.weights[from[a] * d + j] = value[a];
            } else {
                diagram.loadings.get(hidden[kind[a]])[j] = value[a];
            }
        }
    }
}
