// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Small random networks for tests, and sums over all of their rows. */
final class RandomNetworks {

    private RandomNetworks() {}

    /** Some probabilities are 0; the variables are not in an order of the graph. */
    static DiscreteNetwork of(int d, long seed) {
        Random random = new Random(seed);
        List<Integer> order = new ArrayList<>(IntStream.range(0, d).boxed().toList());
        Collections.shuffle(order, random);
        int[] sizes = random.ints(d, 2, 5).toArray();
        VariableSchema schema = new VariableSchema(
                IntStream.range(0, d).mapToObj(j -> "v" + j).toList(),
                Arrays.stream(sizes)
                        .<VariableKind>mapToObj(k -> new VariableKind.Categorical(
                                IntStream.range(0, k).mapToObj(l -> "l" + l).toList()))
                        .toList());
        ProbabilityTable[] tables = new ProbabilityTable[d];
        for (int place = 0; place < d; place++) {
            List<Integer> earlier = new ArrayList<>(order.subList(0, place));
            Collections.shuffle(earlier, random);
            int[] parents =
                    earlier.stream().limit(random.nextInt(4)).mapToInt(i -> i).toArray();
            int q = Arrays.stream(parents).map(i -> sizes[i]).reduce(1, (a, b) -> a * b);
            int j = order.get(place);
            double[][] lines = new double[q][];
            Arrays.setAll(lines, c -> line(sizes[j], random));
            tables[j] = ProbabilityTable.of(parents, lines);
        }
        return DiscreteNetwork.of(schema, List.of(tables));
    }

    private static double[] line(int k, Random random) {
        double[] line = random.doubles(k).map(u -> u < 0.15 ? 0 : u).toArray();
        double sum = Arrays.stream(line).sum();
        if (!(sum > 0)) {
            line[0] = 1;
            return line;
        }
        return Arrays.stream(line).map(p -> p / sum).toArray();
    }

    /** Every row, in the order of its levels. */
    static List<double[]> rows(DiscreteNetwork network) {
        List<double[]> rows =
                new ArrayList<>(List.of(new double[network.schema().size()]));
        for (int j = 0; j < network.schema().size(); j++) {
            List<double[]> more = new ArrayList<>();
            for (double[] row : rows) {
                for (int l = 0; l < network.table(j).levels(); l++) {
                    double[] copy = row.clone();
                    copy[j] = l;
                    more.add(copy);
                }
            }
            rows = more;
        }
        return rows;
    }

    /** By the definition, product of tables, without the network's own arithmetic. */
    static double probability(DiscreteNetwork network, double[] row) {
        double product = 1;
        for (int j = 0; j < row.length; j++) {
            int configuration = 0;
            for (int i : network.table(j).parents()) {
                configuration = configuration * network.schema().levels(i).size() + (int) row[i];
            }
            product *= network.table(j).probability(configuration, (int) row[j]);
        }
        return product;
    }

    /** Whether a row has the evidence. */
    static boolean agrees(double[] row, double[] evidence) {
        return IntStream.range(0, row.length).allMatch(j -> Double.isNaN(evidence[j]) || row[j] == evidence[j]);
    }
}
