// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.graph.Pdag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * The possible values of a total effect in the graphs of one equivalence class (Maathuis, Kalisch and Bühlmann 2009:
 * IDA). They differ by the parents of x: directed ones and some of its open neighbours, which must have an acyclic
 * extension without a new v-structure. All graphs with the same parents of x have the same descendants of x. Not
 * thread-safe.
 */
final class ClassEffects {

    /** Open neighbours beyond this have too many sets. */
    private static final int MOST_OPEN = 12;

    private final int d;
    private final double[] s;
    private final double rows;
    private final EquivalenceClass known;

    ClassEffects(int variables, double[] s, double rows, EquivalenceClass known) {
        this.d = variables;
        this.s = s;
        this.rows = rows;
        this.known = known;
    }

    record Values(List<AdjustedRegression> regressions, List<boolean[]> descendants) {

        /** By size; zeros are one. Empty where there were too many sets. */
        List<Double> of(int y) {
            TreeSet<Double> values =
                    new TreeSet<>(Comparator.<Double>comparingDouble(Math::abs).thenComparing(value -> value));
            for (int k = 0; k < regressions.size(); k++) {
                values.add(descendants.get(k)[y] ? regressions.get(k).value(y) : 0.0);
            }
            return List.copyOf(values);
        }
    }

    Values of(int x) {
        List<AdjustedRegression> regressions = new ArrayList<>();
        List<boolean[]> descendants = new ArrayList<>();
        for (ParentSets member : members(d, known, x)) {
            regressions.add(AdjustedRegression.of(d, s, rows, x, member.sorted(x)));
            descendants.add(PosteriorEffects.descendants(member)[x]);
        }
        return new Values(regressions, descendants);
    }

    /** A graph of a class for each set of parents that x has in it; none where there are too many sets. */
    static List<ParentSets> members(int variables, EquivalenceClass known, int x) {
        int[] open = Pdag.of(variables, known).openAround(x, x, true);
        List<ParentSets> members = new ArrayList<>();
        for (int set = 0; open.length <= MOST_OPEN && set < 1 << open.length; set++) {
            Pdag graph = Pdag.of(variables, known);
            int[] causes = new int[open.length];
            int count = 0;
            for (int k = 0; k < open.length; k++) {
                if ((set >> k & 1) == 1) {
                    causes[count++] = open[k];
                    graph.direct(open[k], x);
                } else {
                    graph.direct(x, open[k]);
                }
            }
            if (graph.isClique(causes, count)) {
                graph.anyExtension().ifPresent(members::add);
            }
        }
        return members;
    }
}
