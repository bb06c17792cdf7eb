// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Chooses the variables that are worth a joint table with each, by tables of pairs: required causes first, then the
 * most informative ones beyond what paths of the best forest explain.
 *
 * <p>Symbols: I_ij = M({i, j}) / n, n the rows that have both, noise and chance taken off, r² = 1 − exp(−2 I); the
 * forest has the largest sum of them (Chow and Liu 1968). A neighbour in it counts r²_ij, another variable r²_ij − Π r²
 * over the path between the two.
 */
public final class TableCandidates {

    private final int d;
    /** [d, d]: r². */
    private final double[] told;

    private final double[] beyond;

    public TableCandidates(NoisyTables pairs) {
        this.d = pairs.variables();
        this.told = nearness(pairs, new NoisyEvidence(pairs));
        this.beyond = told.clone();
        List<List<Integer>> forest = forest();
        for (int v = 0; v < d; v++) {
            explain(v, v, -1, 1, forest);
        }
    }

    /** Decides whether a table has room for one more variable. */
    @FunctionalInterface
    public interface Room {
        boolean fits(int[] table, int more);
    }

    /** How much variables tell of each other beyond noise and chance: r², [d, d], ones on the diagonal. */
    static double[] nearness(NoisyTables pairs, NoisyEvidence evidence) {
        int d = pairs.variables();
        double[] near = new double[d * d];
        for (int j = 0; j < d; j++) {
            near[j * (d + 1)] = 1;
            for (int i = 0; i < j; i++) {
                double gain = evidence.of(new int[] {i, j});
                near[i * d + j] = gain > 0 ? -Math.expm1(-2 * gain / pairs.rows(i, j)) : 0;
                near[j * d + i] = near[i * d + j];
            }
        }
        return near;
    }

    /** Neighbours of each variable. */
    private List<List<Integer>> forest() {
        int[] tree = IntStream.range(0, d).toArray();
        List<List<Integer>> neighbours = new ArrayList<>();
        for (int v = 0; v < d; v++) {
            neighbours.add(new ArrayList<>());
        }
        IntStream.range(0, d * d)
                .filter(at -> at / d < at % d && told[at] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer at) -> -told[at]))
                .forEach(at -> {
                    int i = at / d;
                    int j = at % d;
                    int from = tree[i];
                    int to = tree[j];
                    if (from != to) {
                        neighbours.get(i).add(j);
                        neighbours.get(j).add(i);
                        Arrays.setAll(tree, v -> tree[v] == from ? to : tree[v]);
                    }
                });
        return neighbours;
    }

    private void explain(int v, int at, int before, double path, List<List<Integer>> forest) {
        for (int next : forest.get(at)) {
            if (next != before) {
                double along = path * told[at * d + next];
                if (at != v) {
                    beyond[v * d + next] = told[v * d + next] - along;
                }
                explain(v, next, at, along, forest);
            }
        }
    }

    /** At most so many others for each variable, the likeliest first, as far as there is room. */
    public List<int[]> candidates(int most, EdgeKnowledge knowledge, Room room) {
        List<int[]> all = new ArrayList<>();
        for (int v = 0; v < d; v++) {
            int target = v;
            Set<Integer> wanted = new LinkedHashSet<>();
            IntStream.range(0, d).filter(i -> knowledge.requires(i, target)).forEach(wanted::add);
            IntStream.range(0, d)
                    .filter(i -> i != target && told[target * d + i] > 0)
                    .filter(i -> knowledge.allows(i, target) || knowledge.allows(target, i))
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -beyond[target * d + i]))
                    .forEach(wanted::add);
            int[] table = {v};
            int[] chosen = new int[most];
            int count = 0;
            for (int i : wanted) {
                if (count < most && room.fits(table, i)) {
                    table = NoisyTables.with(table, i);
                    chosen[count++] = i;
                }
            }
            all.add(Arrays.copyOf(chosen, count));
        }
        return all;
    }
}
