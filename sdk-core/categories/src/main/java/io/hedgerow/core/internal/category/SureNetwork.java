// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A network of the relations of categories that are beyond doubt, among those of a graph: i → j where the rows that
 * have i, j and the other parents of j tell of a dependence given these by BDeu. Not thread-safe.
 */
final class SureNetwork {

    /** In nats. */
    private static final double SURE = 12;

    private final CategoryColumns columns;
    /** Of the categories in their order. */
    private final DiscreteNetwork network;

    private final Map<List<Integer>, CountTable> known = new HashMap<>();

    private SureNetwork(CategoryColumns columns, DiscreteNetwork network) {
        this.columns = columns;
        this.network = network;
    }

    /** Takes tables that answer with the rows that tell. */
    static SureNetwork of(CategoryColumns columns, TableStore tables, ParentSets graph, BdeuScore score) {
        int[] own = columns.categories();
        List<ProbabilityTable> all = Arrays.stream(own)
                .mapToObj(j -> table(columns, tables, j, parents(columns, tables, graph, j, score)))
                .toList();
        return new SureNetwork(
                columns,
                DiscreteNetwork.of(
                        columns.schema()
                                .choosing(Arrays.stream(own)
                                        .mapToObj(columns::name)
                                        .toList()),
                        all));
    }

    private static int[] parents(CategoryColumns columns, TableStore tables, ParentSets graph, int j, BdeuScore score) {
        int[] parents = Arrays.stream(TableChoice.parents(graph, j))
                .filter(i -> columns.levels(i) > 0)
                .sorted()
                .toArray();
        while (parents.length > 0) {
            int[] family = with(parents, j);
            if (!tables.covers(family)) {
                parents = covered(tables, parents, j);
                continue;
            }
            CountTable table = tables.counts(family).orElseThrow();
            double least = Double.POSITIVE_INFINITY;
            int weakest = -1;
            for (int i : parents) {
                double gain = score.of(table)
                        - score.of(table.margin(without(family, i)))
                        - score.of(table.margin(parents))
                        + score.of(table.margin(without(parents, i)));
                if (gain < least) {
                    least = gain;
                    weakest = i;
                }
            }
            if (least > SURE) {
                break;
            }
            parents = without(parents, weakest);
        }
        return parents;
    }

    /** The first parents of which there is a table. */
    private static int[] covered(TableStore tables, int[] parents, int j) {
        int[] covered = {};
        for (int i : parents) {
            int[] more = with(covered, i);
            covered = tables.covers(with(more, j)) ? more : covered;
        }
        return covered;
    }

    private static int[] with(int[] set, int more) {
        return IntStream.concat(Arrays.stream(set), IntStream.of(more)).sorted().toArray();
    }

    private static int[] without(int[] set, int less) {
        return Arrays.stream(set).filter(v -> v != less).toArray();
    }

    /** P(j | parents); that of all rows where no row has these levels of the parents. */
    private static ProbabilityTable table(CategoryColumns columns, TableStore tables, int j, int[] parents) {
        int[] family = with(parents, j);
        CountTable table = tables.counts(family).orElseThrow();
        int k = columns.levels(j);
        double[] alone = tables.counts(new int[] {j}).orElseThrow().counts();
        int[] ofParents = table.places(parents);
        int[] ofVariable = table.places(new int[] {j});
        int lines = CountTable.cells(columns.levels(parents));
        double[][] counts = new double[lines][k];
        for (int cell = 0; cell < table.cells(); cell++) {
            counts[ofParents[cell]][ofVariable[cell]] += table.count(cell);
        }
        for (int line = 0; line < lines; line++) {
            double total = Arrays.stream(counts[line]).sum();
            double[] of = total > 0 ? counts[line] : alone;
            double all = Arrays.stream(of).sum();
            counts[line] = Arrays.stream(of).map(n -> n / all).toArray();
        }
        // of parents in reverse order the last one is slowest, as in counts
        int[] own = columns.categories();
        int[] reversed = IntStream.range(0, parents.length)
                .map(p -> Arrays.binarySearch(own, parents[parents.length - 1 - p]))
                .toArray();
        return ProbabilityTable.of(reversed, counts);
    }

    /** The shares of the combinations of some categories. */
    CountTable shares(int[] set) {
        return known.computeIfAbsent(Arrays.stream(set).boxed().toList(), key -> {
            int[] own = columns.categories();
            int[] reversed = IntStream.range(0, set.length)
                    .map(v -> Arrays.binarySearch(own, set[set.length - 1 - v]))
                    .toArray();
            double[] none = new double[own.length];
            Arrays.fill(none, Double.NaN);
            return CountTable.of(set, columns.levels(set), network.posterior(reversed, none));
        });
    }
}
