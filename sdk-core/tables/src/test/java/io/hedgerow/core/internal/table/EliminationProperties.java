// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The order of elimination against its rule, and what the order costs against the factors that it makes. */
class EliminationProperties {

    /** Variables of two to four levels; parents come before, up to three of them. */
    private static final class Network {
        private final int[] sizes;
        private final int[][] families;
        private final double[][] tables;

        Network(int d, long seed) {
            Random random = new Random(seed);
            sizes = random.ints(d, 2, 5).toArray();
            families = new int[d][];
            tables = new double[d][];
            for (int j = 0; j < d; j++) {
                int child = j;
                families[j] = IntStream.concat(
                                random.ints(j == 0 ? 0 : random.nextInt(4), 0, Math.max(j, 1))
                                        .distinct(),
                                IntStream.of(child))
                        .toArray();
                int lines = Arrays.stream(families[j]).map(v -> sizes[v]).reduce(1, (a, b) -> a * b) / sizes[j];
                tables[j] = IntStream.range(0, lines)
                        .boxed()
                        .flatMapToDouble(c -> {
                            double[] line = random.doubles(sizes[child], 0.1, 1).toArray();
                            double sum = Arrays.stream(line).sum();
                            return Arrays.stream(line).map(p -> p / sum);
                        })
                        .toArray();
            }
        }

        Elimination elimination() {
            return new Elimination(sizes, families, tables);
        }

        List<Factor> factors(Set<Integer> variables) {
            return variables.stream()
                    .map(j -> new Factor(
                            families[j],
                            Arrays.stream(families[j]).map(v -> sizes[v]).toArray(),
                            tables[j]))
                    .toList();
        }

        Set<Integer> ancestors(int variable) {
            Set<Integer> found = new TreeSet<>(Set.of(variable));
            for (int j = variable; j >= 0; j--) {
                if (found.contains(j)) {
                    Arrays.stream(families[j]).forEach(found::add);
                }
            }
            return found;
        }

        /** P(variable) by the sum over all rows. */
        double[] margin(int variable) {
            double[] sums = new double[sizes[variable]];
            int rows = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
            int[] row = new int[sizes.length];
            for (int r = 0; r < rows; r++) {
                int rest = r;
                double product = 1;
                for (int j = 0; j < row.length; j++) {
                    row[j] = rest % sizes[j];
                    rest /= sizes[j];
                    int cell = 0;
                    for (int v : families[j]) {
                        cell = cell * sizes[v] + row[v];
                    }
                    product *= tables[j][cell];
                }
                sums[row[variable]] += product;
            }
            return sums;
        }
    }

    private static double cells(int[] sizes, Set<Integer> scope) {
        return scope.stream().mapToDouble(v -> sizes[v]).reduce(1, (a, b) -> a * b);
    }

    /** The scope of the product of the factors that have a variable. */
    private static Set<Integer> scope(List<Set<Integer>> scopes, int variable) {
        return scopes.stream()
                .filter(scope -> scope.contains(variable))
                .flatMap(Set::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Pairs of other variables of that product which are in no factor together yet. */
    private static long fill(List<Set<Integer>> scopes, int variable) {
        List<Integer> around = new ArrayList<>(scope(scopes, variable));
        around.remove(Integer.valueOf(variable));
        return around.stream()
                .mapToLong(v -> around.stream()
                        .filter(w -> v < w && scopes.stream().noneMatch(s -> s.containsAll(Set.of(v, w))))
                        .count())
                .sum();
    }

    /** Kjærulff 1990: fewest missing edges first, of equals the smallest factor, then the first variable. */
    @Property(tries = 200)
    void order_isMinFill_andItsLargestFactorIsMade(
            @ForAll @IntRange(min = 2, max = 9) int d, @ForAll long seed, @ForAll @IntRange(max = 2) int keptCount) {
        Network network = new Network(d, seed);
        List<Factor> factors = network.factors(IntStream.range(0, d).boxed().collect(Collectors.toSet()));
        BitSet kept = new BitSet();
        IntStream.range(0, Math.min(keptCount, d)).forEach(k -> kept.set((k * 5 + 1) % d));
        MinFillOrder order = MinFillOrder.of(network.sizes, factors, kept);
        List<Set<Integer>> scopes = factors.stream()
                .<Set<Integer>>map(factor ->
                        Arrays.stream(factor.variables()).boxed().collect(Collectors.toCollection(TreeSet::new)))
                .collect(Collectors.toCollection(ArrayList::new));
        Set<Integer> left =
                IntStream.range(0, d).filter(v -> !kept.get(v)).boxed().collect(Collectors.toCollection(TreeSet::new));
        double largest = kept.stream().mapToDouble(v -> network.sizes[v]).reduce(1, (a, b) -> a * b);
        for (int next : order.variables()) {
            int expected = left.stream()
                    .min((a, b) -> {
                        int byFill = Long.compare(fill(scopes, a), fill(scopes, b));
                        return byFill != 0
                                ? byFill
                                : Double.compare(
                                        cells(network.sizes, scope(scopes, a)), cells(network.sizes, scope(scopes, b)));
                    })
                    .orElseThrow();
            assertEquals(expected, next);
            Set<Integer> made = scope(scopes, next);
            largest = Math.max(largest, cells(network.sizes, made));
            scopes.removeIf(scope -> scope.contains(next));
            made.remove(next);
            scopes.add(made);
            left.remove(next);
        }
        assertEquals(Set.of(), left);
        assertEquals(largest, order.largest());
        if (kept.isEmpty()) {
            assertEquals(largest, network.elimination().largestFactor());
        }
    }

    /** Only tables of ancestors count; one cell less than the largest factor is too little, and says nothing. */
    @Property(tries = 150)
    void margin_isTheSumOverAllRows_withinItsLimit(@ForAll @IntRange(min = 1, max = 6) int d, @ForAll long seed) {
        Network network = new Network(d, seed);
        int query = (int) Math.floorMod(seed, (long) d);
        BitSet kept = new BitSet();
        kept.set(query);
        double needed = MinFillOrder.of(network.sizes, network.factors(network.ancestors(query)), kept)
                .largest();
        double[] found = network.elimination().margin(new int[] {query}, needed).orElseThrow();
        assertArrayEquals(network.margin(query), found, 1e-12);
        assertTrue(network.elimination().margin(new int[] {query}, needed - 1).isEmpty());
    }

    /** Σ_x f(x) of a factor does not depend on the order in which evidence is fixed. */
    @Property(tries = 100)
    void given_fixesLevels_firstVariableSlowest(@ForAll @IntRange(min = 1, max = 4) int n, @ForAll long seed) {
        Random random = new Random(seed);
        int[] sizes = random.ints(n, 2, 5).toArray();
        int[] variables = IntStream.range(0, n).map(v -> n - 1 - v).toArray();
        int[] own = Arrays.stream(variables).map(v -> sizes[v]).toArray();
        double[] values = random.doubles((int) Factor.cells(own)).toArray();
        int[] evidence = IntStream.range(0, n)
                .map(v -> random.nextBoolean() ? random.nextInt(sizes[v]) : -1)
                .toArray();
        Factor given = new Factor(variables, own, values).given(evidence);
        List<Double> expected = new ArrayList<>();
        for (int cell = 0; cell < values.length; cell++) {
            int rest = cell;
            boolean agrees = true;
            for (int k = n - 1; k >= 0; k--) {
                int known = evidence[variables[k]];
                agrees &= known < 0 || known == rest % own[k];
                rest /= own[k];
            }
            if (agrees) {
                expected.add(values[cell]);
            }
        }
        assertEquals(expected, Arrays.stream(given.values()).boxed().toList());
        assertArrayEquals(Arrays.stream(variables).filter(v -> evidence[v] < 0).toArray(), given.variables());
    }

    /** Of equals each variable has its first level that is possible. */
    @Test
    void mostProbable_ofEqualRows_hasFirstLevels() {
        Elimination uniform = new Elimination(new int[] {2, 3, 3}, new int[][] {{0}, {0, 1}, {1, 2}}, new double[][] {
            {0.5, 0.5},
            {1 / 3.0, 1 / 3.0, 1 / 3.0, 1 / 3.0, 1 / 3.0, 1 / 3.0},
            {0, 0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, 0.5}
        });
        assertArrayEquals(new int[] {0, 0, 1}, uniform.mostProbable(new int[] {-1, -1, -1}));
        assertArrayEquals(new int[] {0, 2, 1}, uniform.mostProbable(new int[] {-1, 2, -1}));
        assertEquals(0, uniform.mostProbable(new int[] {-1, -1, 0}).length, "the evidence cannot be");
        assertEquals(Double.NEGATIVE_INFINITY, uniform.logProbability(new int[] {-1, -1, 0}));
    }

    /** The best row of a chain of 1,000 has probability 0.4¹⁰⁰⁰, far below the smallest double. */
    @Test
    void mostProbable_ofManyVariables_doesNotUnderflow() {
        int d = 1000;
        int[] sizes = IntStream.generate(() -> 4).limit(d).toArray();
        int[][] families = IntStream.range(0, d)
                .mapToObj(j -> j == 0 ? new int[] {0} : new int[] {j - 1, j})
                .toArray(int[][]::new);
        double[] line = {0.2, 0.2, 0.4, 0.2};
        double[][] tables = new double[d][];
        Arrays.setAll(
                tables,
                j -> IntStream.range(0, j == 0 ? 4 : 16)
                        .mapToDouble(k -> line[k % 4])
                        .toArray());
        int[] none = IntStream.generate(() -> -1).limit(d).toArray();
        Elimination chain = new Elimination(sizes, families, tables);
        int[] best = chain.mostProbable(none);
        assertTrue(Arrays.stream(best).allMatch(level -> level == 2), Arrays.toString(best));
        assertEquals(d * Math.log(0.4), chain.logProbability(best), 1e-9);
    }
}
