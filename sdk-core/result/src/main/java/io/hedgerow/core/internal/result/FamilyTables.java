// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.CategoricalModel.FamilyCounts;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The tables of the categories of a network, by counts of each category with its parents among the categories. */
record FamilyTables(NamedNetwork network, CategoricalModel model) {

    /** The network of all categories, a mean over numbers as parents, ordered as {@link CategoricalModel#tables}. */
    DiscreteNetwork all() {
        return of(model.tables());
    }

    /** The joint distribution of the categories whose ancestors are all categories; empty where there are none. */
    Optional<DiscreteNetwork> exact() {
        Set<Integer> kept = new HashSet<>();
        model.tables().forEach(family -> kept.add(family.target()));
        boolean changed = true;
        while (changed) {
            changed = kept.removeIf(j -> IntStream.range(0, network.size())
                    .anyMatch(i -> network.weights().hasEdge(i, j) && !kept.contains(i)));
        }
        List<FamilyCounts> families = model.tables().stream()
                .filter(family -> kept.contains(family.target()))
                .toList();
        return families.isEmpty() ? Optional.empty() : Optional.of(of(families));
    }

    /** The names of the numbers among the parents of a category. */
    List<String> averagedOver(FamilyCounts family) {
        return IntStream.range(0, network.size())
                .filter(i -> network.weights().hasEdge(i, family.target())
                        && network.schema().levels(i).isEmpty())
                .mapToObj(network::name)
                .toList();
    }

    private DiscreteNetwork of(List<FamilyCounts> families) {
        VariableSchema schema = network.schema();
        List<Integer> targets = families.stream().map(FamilyCounts::target).toList();
        return DiscreteNetwork.of(
                new VariableSchema(
                        targets.stream().map(schema.names()::get).toList(),
                        targets.stream().map(schema::kind).toList()),
                families.stream()
                        .map(family -> ProbabilityTable.ofCounts(
                                family.parents().stream()
                                        .mapToInt(targets::indexOf)
                                        .toArray(),
                                counts(family),
                                family.priorRows()))
                        .toList());
    }

    private static double[][] counts(FamilyCounts family) {
        double[] flat = family.counts().stream().mapToDouble(n -> n).toArray();
        return IntStream.range(0, family.combinations())
                .mapToObj(c -> Arrays.copyOfRange(flat, c * family.levels(), (c + 1) * family.levels()))
                .toArray(double[][]::new);
    }
}
