// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Inference against sums over all rows. Both add at most 4⁶ products of six doubles, so they agree to 10⁻¹². */
class InferenceProperties {

    private static final double ROUNDING = 1e-12;

    private static double[] evidence(DiscreteNetwork network, long seed, double share) {
        Random random = new Random(seed);
        return IntStream.range(0, network.schema().size())
                .mapToDouble(j -> random.nextDouble() < share
                        ? random.nextInt(network.table(j).levels())
                        : Double.NaN)
                .toArray();
    }

    private static double total(DiscreteNetwork network, double[] evidence) {
        return RandomNetworks.rows(network).stream()
                .filter(row -> RandomNetworks.agrees(row, evidence))
                .mapToDouble(row -> RandomNetworks.probability(network, row))
                .sum();
    }

    @Property(tries = 150)
    void posteriors_areThoseOfEnumeration(@ForAll @IntRange(min = 2, max = 6) int d, @ForAll long seed) {
        DiscreteNetwork network = RandomNetworks.of(d, seed);
        double[] evidence = evidence(network, seed + 1, 0.4);
        int[] free =
                IntStream.range(0, d).filter(j -> Double.isNaN(evidence[j])).toArray();
        double total = total(network, evidence);
        for (int j : free) {
            if (!(total > 0)) {
                assertThrows(IllegalArgumentException.class, () -> network.posterior(new int[] {j}, evidence));
                continue;
            }
            double[] expected = new double[network.table(j).levels()];
            for (int l = 0; l < expected.length; l++) {
                double[] more = evidence.clone();
                more[j] = l;
                expected[l] = total(network, more) / total;
            }
            assertArrayEquals(expected, network.posterior(new int[] {j}, evidence), ROUNDING);
        }
        if (free.length >= 2 && total > 0) {
            int[] pair = {free[1], free[0]}; // not ascending
            double[] joint = network.posterior(pair, evidence);
            int inner = network.table(pair[1]).levels();
            for (int cell = 0; cell < joint.length; cell++) {
                double[] more = evidence.clone();
                int outer = cell / inner;
                more[pair[0]] = outer;
                more[pair[1]] = cell % inner;
                assertEquals(total(network, more) / total, joint[cell], ROUNDING);
            }
        }
    }

    @Property(tries = 150)
    void likelihoods_areThoseOfEnumeration(@ForAll @IntRange(min = 1, max = 6) int d, @ForAll long seed) {
        DiscreteNetwork network = RandomNetworks.of(d, seed);
        for (double share : new double[] {0, 0.5, 1}) {
            double[] evidence = evidence(network, seed + 2, share);
            double total = total(network, evidence);
            double log = network.logLikelihood(evidence);
            assertEquals(total, Math.exp(log), ROUNDING);
            assertEquals(total > 0, log > Double.NEGATIVE_INFINITY);
        }
    }

    @Property(tries = 150)
    void completions_areTheMostProbableRows(@ForAll @IntRange(min = 1, max = 6) int d, @ForAll long seed) {
        DiscreteNetwork network = RandomNetworks.of(d, seed);
        double[] evidence = evidence(network, seed + 3, 0.4);
        double best = RandomNetworks.rows(network).stream()
                .filter(row -> RandomNetworks.agrees(row, evidence))
                .mapToDouble(row -> RandomNetworks.probability(network, row))
                .max()
                .orElseThrow();
        if (!(best > 0)) {
            assertThrows(IllegalArgumentException.class, () -> network.completed(evidence));
            return;
        }
        double[] completed = network.completed(evidence);
        assertEquals(true, RandomNetworks.agrees(completed, evidence));
        assertEquals(best, RandomNetworks.probability(network, completed), ROUNDING * best);
    }

    @Property(tries = 100)
    void interventions_areTheTruncatedProduct(@ForAll @IntRange(min = 2, max = 5) int d, @ForAll long seed) {
        DiscreteNetwork network = RandomNetworks.of(d, seed);
        int set = (int) Math.floorMod(seed, (long) d);
        int level = network.table(set).levels() - 1;
        int effect = (set + 1) % d;
        List<double[]> rows = RandomNetworks.rows(network);
        double[] expected = new double[network.table(effect).levels()];
        for (double[] row : rows) {
            if ((int) row[set] == level) {
                double product = 1;
                for (int j = 0; j < d; j++) {
                    int configuration = 0;
                    for (int i : network.table(j).parents()) {
                        configuration = configuration * network.table(i).levels() + (int) row[i];
                    }
                    product *= j == set ? 1 : network.table(j).probability(configuration, (int) row[j]);
                }
                expected[(int) row[effect]] += product;
            }
        }
        Map<String, Double> found = network.intervene("v" + set, "l" + level).posterior("v" + effect, Map.of());
        assertArrayEquals(
                expected, found.values().stream().mapToDouble(p -> p).toArray(), ROUNDING, Arrays.toString(expected));
    }

    @Property(tries = 100)
    void files_readBackExactly(@ForAll @IntRange(min = 1, max = 7) int d, @ForAll long seed) {
        DiscreteNetwork network = RandomNetworks.of(d, seed);
        String text = BifWriter.text(network);
        DiscreteNetwork again = BifReader.read(text, "own");
        assertEquals(network, again);
        assertEquals(text, BifWriter.text(again));
    }
}
