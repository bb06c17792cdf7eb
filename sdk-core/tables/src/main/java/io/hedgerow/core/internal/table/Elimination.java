// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Exact inference by elimination of variables (Zhang and Poole 1994), for sums and maxima (Dechter 1999). A table that
 * neither the question nor the evidence depends on is left out beforehand. Each factor is divided by its largest value,
 * whose logarithm is kept, so that much evidence does not underflow. Immutable. Time and memory are exponential in the
 * width of the graph: see {@link #MOST_CELLS}. {@code evidence[j]}: a level, or -1.
 */
public final class Elimination {

    /** A factor with more cells is refused before anything is computed. */
    public static final int MOST_CELLS = 1 << 23;

    private final int[] sizes;
    private final List<Factor> tables;

    /** Takes families [j], j's parents in order, then j, and tables [j], P(j | parents), j fastest; not copied. */
    public Elimination(int[] sizes, int[][] families, double[][] tables) {
        this.sizes = sizes;
        this.tables = IntStream.range(0, families.length)
                .mapToObj(j -> new Factor(
                        families[j],
                        Arrays.stream(families[j]).map(v -> sizes[v]).toArray(),
                        tables[j]))
                .toList();
    }

    /**
     * P(query | evidence) of distinct variables without evidence: one probability for each configuration, the first of
     * the query slowest; empty where the evidence has probability 0. Refuses too large a factor.
     */
    public double[] posterior(int[] query, int[] evidence) {
        BitSet kept = set(query);
        BitSet relevant = set(query);
        evidenced(evidence).forEach(relevant::set);
        return shares(new Summing(reduced(ancestors(relevant), evidence), kept, false), query);
    }

    /** P(query) as {@link #posterior}; empty, and nothing is computed, where a factor would have more cells. */
    public Optional<double[]> margin(int[] query, double mostCells) {
        BitSet kept = set(query);
        List<Factor> relevant = unconditional(ancestors(kept));
        MinFillOrder order = MinFillOrder.of(sizes, relevant, kept);
        return order.largest() <= Math.min(mostCells, MOST_CELLS)
                ? Optional.of(shares(new Summing(relevant, order, false), query))
                : Optional.empty();
    }

    /** How many cells the largest factor has when all variables are eliminated; computes nothing. */
    public double largestFactor() {
        return MinFillOrder.of(sizes, tables, new BitSet()).largest();
    }

    private static double[] shares(Summing summing, int[] query) {
        double[] joint = summing.product(query);
        double total = Arrays.stream(joint).sum();
        return total > 0 ? Arrays.stream(joint).map(p -> p / total).toArray() : new double[0];
    }

    private List<Factor> unconditional(BitSet relevant) {
        return relevant.stream().mapToObj(tables::get).toList();
    }

    /** The natural logarithm of P(evidence), -∞ where it cannot be. Refuses too large a factor. */
    public double logProbability(int[] evidence) {
        BitSet relevant = new BitSet();
        evidenced(evidence).forEach(relevant::set);
        Summing summing = new Summing(reduced(ancestors(relevant), evidence), new BitSet(), false);
        return Math.log(summing.product(new int[0])[0]) + summing.logScale;
    }

    /**
     * The most probable configuration of all variables that agrees with evidence, empty where this has probability 0;
     * of equals the one with the first level of the variable that is eliminated last. Refuses too large a factor.
     */
    public int[] mostProbable(int[] evidence) {
        BitSet all = new BitSet();
        all.set(0, sizes.length);
        Summing maximum = new Summing(reduced(all, evidence), new BitSet(), true);
        if (!(maximum.product(new int[0])[0] > 0)) {
            return new int[0];
        }
        int[] levels = evidence.clone();
        maximum.choices.forEach(choice -> {
            int cell = 0;
            for (int k = 0; k < choice.scope.length; k++) {
                cell = cell * sizes[choice.scope[k]] + levels[choice.scope[k]];
            }
            levels[choice.variable] = choice.best[cell];
        });
        return levels;
    }

    private static IntStream evidenced(int[] evidence) {
        return IntStream.range(0, evidence.length).filter(j -> evidence[j] >= 0);
    }

    private static BitSet set(int[] variables) {
        BitSet set = new BitSet();
        Arrays.stream(variables).forEach(set::set);
        return set;
    }

    private BitSet ancestors(BitSet variables) {
        BitSet found = new BitSet();
        Deque<Integer> open = new ArrayDeque<>(variables.stream().boxed().toList());
        while (!open.isEmpty()) {
            int j = open.pop();
            if (!found.get(j)) {
                found.set(j);
                Arrays.stream(tables.get(j).variables()).forEach(open::push);
            }
        }
        return found;
    }

    private List<Factor> reduced(BitSet relevant, int[] evidence) {
        return relevant.stream().mapToObj(j -> tables.get(j).given(evidence)).toList();
    }

    /** The best level of a variable for each configuration of the others of its factors. */
    private static final class Choice {
        private final int variable;
        private final int[] scope;
        private final int[] best;

        Choice(int variable, int[] scope, int[] best) {
            this.variable = variable;
            this.scope = scope;
            this.best = best;
        }
    }

    private final class Summing {
        private final List<Factor> factors;
        private final boolean maximum;
        /** The last one eliminated first. */
        private final Deque<Choice> choices = new ArrayDeque<>();

        private double logScale;

        Summing(List<Factor> reduced, BitSet kept, boolean maximum) {
            this(reduced, MinFillOrder.of(sizes, reduced, kept), maximum);
        }

        Summing(List<Factor> reduced, MinFillOrder order, boolean maximum) {
            this.factors = new ArrayList<>();
            this.maximum = maximum;
            reduced.forEach(this::add);
            if (!(order.largest() <= MOST_CELLS)) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "exact inference must need factors of at most %d cells, needs one of %.3g: give more evidence,"
                                + " ask for fewer variables at once, or draw rows instead",
                        MOST_CELLS,
                        order.largest()));
            }
            order.variables().forEach(this::eliminate);
        }

        private void eliminate(int variable) {
            List<Factor> with =
                    factors.stream().filter(factor -> factor.contains(variable)).toList();
            factors.removeIf(factor -> factor.contains(variable));
            int[] scope = with.stream()
                    .flatMapToInt(factor -> Arrays.stream(factor.variables()))
                    .filter(v -> v != variable)
                    .distinct()
                    .toArray();
            int[] inner = Arrays.copyOf(scope, scope.length + 1);
            inner[scope.length] = variable;
            int size = sizes[variable];
            double[] product = multiplied(with, inner);
            double[] values = new double[product.length / size];
            int[] best = new int[maximum ? values.length : 0];
            for (int cell = 0; cell < values.length; cell++) {
                for (int level = 0; level < size; level++) {
                    double value = product[cell * size + level];
                    if (!maximum) {
                        values[cell] += value;
                    } else if (value > values[cell]) {
                        values[cell] = value;
                        best[cell] = level;
                    }
                }
            }
            if (maximum) {
                choices.push(new Choice(variable, scope, best));
            }
            add(new Factor(scope, sizes(scope), values));
        }

        /** Keeps a factor in units of its largest value. */
        private void add(Factor factor) {
            double largest = Arrays.stream(factor.values()).max().orElse(0);
            if (!(largest > 0)) {
                factors.add(factor);
                return;
            }
            logScale += Math.log(largest);
            if (factor.variables().length > 0) {
                factors.add(factor.dividedBy(largest));
            }
        }

        /** The product of what is left, all of it over the given variables. */
        double[] product(int[] scope) {
            return multiplied(factors, scope);
        }

        private double[] multiplied(List<Factor> some, int[] scope) {
            int[] within = sizes(scope);
            double[] product = new double[(int) Factor.cells(within)];
            List<int[]> strides =
                    some.stream().map(factor -> factor.stridesOf(scope)).toList();
            Factor.Places places = new Factor.Places(within, strides, new int[some.size()]);
            double[][] values = some.stream().map(Factor::values).toArray(double[][]::new);
            for (int cell = 0; cell < product.length; cell++) {
                double value = 1;
                for (int f = 0; f < values.length; f++) {
                    value *= values[f][places.at(f)];
                }
                product[cell] = value;
                places.next();
            }
            return product;
        }

        private int[] sizes(int[] scope) {
            return Arrays.stream(scope).map(v -> sizes[v]).toArray();
        }
    }
}
