// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.CategoricalModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Families of made-up networks with categories: counts that are whole or not, and terms by level. */
final class RandomFamilies {

    private final Random random;
    private final VariableSchema schema;
    private final WeightMatrix weights;

    RandomFamilies(Random random, VariableSchema schema, WeightMatrix weights) {
        this.random = random;
        this.schema = schema;
        this.weights = weights;
    }

    /** Some variables become categories, the first among them. */
    static VariableSchema kinds(Random random, VariableSchema names) {
        Map<String, VariableKind> kinds = new TreeMap<>();
        for (String name : names.names()) {
            if (kinds.isEmpty() || random.nextBoolean()) {
                kinds.put(
                        name,
                        random.nextBoolean()
                                ? VariableKind.categorical("I21.0", "I21", "true")
                                : VariableKind.categorical("M", "m"));
            }
        }
        return names.with(kinds);
    }

    /** Weights whose edges with a category as an end are from 0 to 1. */
    static WeightMatrix weights(Random random, VariableSchema schema, WeightMatrix any) {
        int d = schema.size();
        double[] w = any.toRows();
        for (int k = 0; k < w.length; k++) {
            boolean category =
                    !schema.levels(k / d).isEmpty() || !schema.levels(k % d).isEmpty();
            w[k] = w[k] != 0 && category ? 0.01 + 0.9 * random.nextDouble() : w[k];
        }
        return WeightMatrix.ofRows(d, w);
    }

    CategoricalModel model() {
        boolean whole = random.nextBoolean();
        List<CategoricalModel.FamilyCounts> tables = new ArrayList<>();
        List<CategoricalModel.Line> lines = new ArrayList<>();
        for (int j = 0; j < schema.size(); j++) {
            int target = j;
            List<Integer> parents = IntStream.range(0, schema.size())
                    .filter(i -> weights.hasEdge(i, target))
                    .boxed()
                    .toList();
            int k = schema.levels(j).size();
            if (k == 0) {
                lines.add(line(j, parents));
                continue;
            }
            List<Integer> own =
                    parents.stream().filter(i -> !schema.levels(i).isEmpty()).toList();
            int cells = own.stream().mapToInt(i -> schema.levels(i).size()).reduce(k, (a, b) -> a * b);
            List<Double> counts = DoubleStream.generate(() -> 40 * random.nextDouble())
                    .limit(cells)
                    .map(n -> whole ? Math.rint(n) : n)
                    .boxed()
                    .toList();
            tables.add(new CategoricalModel.FamilyCounts(j, own, k, counts, 1));
        }
        return new CategoricalModel(tables, lines);
    }

    private CategoricalModel.Line line(int j, List<Integer> parents) {
        List<CategoricalModel.Term> terms = new ArrayList<>();
        for (int i : parents) {
            if (schema.levels(i).isEmpty()) {
                terms.add(new CategoricalModel.Term(i, -1, weights.get(i, j)));
            }
            for (int level = 1; level < schema.levels(i).size(); level++) {
                terms.add(new CategoricalModel.Term(i, level, random.nextGaussian()));
            }
        }
        return new CategoricalModel.Line(j, random.nextGaussian(), random.nextDouble(), terms);
    }
}
