// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.table.Elimination;
import io.hedgerow.core.search.CategoricalModel.FamilyCounts;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Contrast;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Effects between categories: P(y = c | do(x = b)) − P(y = c | do(x = a)) (Pearl 2009, section 3.2) by exact inference
 * without the arrows into x, a being the most common level of x. The interval is over graphs of the posterior, with one
 * draw of all tables from their Dirichlet posteriors for each. Post-processing of counts.
 */
public final class LevelEffects {

    private static final int MOST_DRAWS = 100;
    private static final int FEWEST_DRAWS = 20;
    private static final int WORK = 1600;
    private static final long SEED = 1;
    private static final double LOW = (1 - TotalEffects.COVERED) / 2;

    private final int d;
    private final int[] sizes;
    private final List<ParentSets> drawn;
    private final EquivalenceClass known;
    private final ParentSets shown;
    private final Function<ParentSets, Optional<List<FamilyCounts>>> families;
    private final double weight;
    private final Draws draws = new Draws(SEED);

    /**
     * Takes a posterior.
     *
     * @param sizes levels of every variable
     * @param drawn its graphs
     * @param known the class of the shown one
     * @param families counts of each variable with its parents; empty where a family was not counted
     * @param weight how many rows a row counts as
     */
    public LevelEffects(
            int[] sizes,
            List<ParentSets> drawn,
            EquivalenceClass known,
            ParentSets shown,
            Function<ParentSets, Optional<List<FamilyCounts>>> families,
            double weight) {
        this.d = sizes.length;
        this.sizes = sizes;
        this.drawn = drawn;
        this.known = known;
        this.shown = shown;
        this.families = families;
        this.weight = weight;
    }

    /** A network with tables, one draw of them or their means. */
    private final class Tables {
        private final int[][] family = new int[d][];
        private final double[][] table = new double[d][];
        private final boolean[][] below;

        Tables(ParentSets graph, List<FamilyCounts> counts, boolean mean) {
            this.below = PosteriorEffects.descendants(graph);
            for (FamilyCounts own : counts) {
                int j = own.target();
                family[j] = IntStream.concat(own.parents().stream().mapToInt(i -> i), IntStream.of(j))
                        .toArray();
                table[j] = mean ? means(own) : drawn(own);
            }
        }

        private double[] means(FamilyCounts own) {
            double[] all = new double[own.counts().size()];
            Arrays.setAll(all, k -> own.probability(k / own.levels(), k % own.levels()));
            return all;
        }

        private double[] drawn(FamilyCounts own) {
            double[] all = new double[own.counts().size()];
            double prior = own.priorRows() / all.length;
            Arrays.setAll(
                    all, k -> draws.gamma(weight * Math.max(0, own.counts().get(k)) + prior));
            for (int from = 0; from < all.length; from += own.levels()) {
                double sum = Arrays.stream(all, from, from + own.levels()).sum();
                for (int k = from; k < from + own.levels(); k++) {
                    all[k] = sum > 0 ? all[k] / sum : 1.0 / own.levels();
                }
            }
            return all;
        }

        /** P(y) after x was set. */
        double[] after(int x, int level, int y) {
            int[][] families = family.clone();
            double[][] tables = table.clone();
            families[x] = new int[] {x};
            tables[x] = new double[sizes[x]];
            tables[x][level] = 1;
            int[] nothing = new int[d];
            Arrays.fill(nothing, -1);
            return new Elimination(sizes, families, tables).posterior(new int[] {y}, nothing);
        }

        double[] margin(int y) {
            int[] nothing = new int[d];
            Arrays.fill(nothing, -1);
            return new Elimination(sizes, family, table).posterior(new int[] {y}, nothing);
        }
    }

    /** The effects; empty where a family of the shown network was not counted. */
    public Optional<TotalEffects> find() {
        Optional<List<FamilyCounts>> counts = families.apply(shown);
        if (counts.isEmpty() || drawn.isEmpty()) {
            return Optional.empty();
        }
        Tables means = new Tables(shown, counts.get(), true);
        List<Tables> sampled = sampled();
        List<Effect> effects = new ArrayList<>();
        for (int x = 0; x < d && !sampled.isEmpty(); x++) {
            effects.addAll(of(x, means, sampled));
        }
        return Optional.of(NetworkEffects.limited(0, effects));
    }

    private List<Tables> sampled() {
        int most = Math.max(FEWEST_DRAWS, Math.min(MOST_DRAWS, WORK / d));
        int step = Math.max(1, drawn.size() / most);
        List<Tables> sampled = new ArrayList<>();
        for (int g = step - 1; g < drawn.size(); g += step) {
            ParentSets graph = drawn.get(g);
            families.apply(graph).ifPresent(own -> sampled.add(new Tables(graph, own, false)));
        }
        return sampled;
    }

    private List<Effect> of(int x, Tables means, List<Tables> sampled) {
        int reference = largest(means.margin(x));
        List<Integer> adjustment =
                Arrays.stream(PosteriorEffects.sorted(shown, x)).boxed().toList();
        List<Tables> members = ClassEffects.members(d, known, x).stream()
                .flatMap(graph -> families.apply(graph).map(own -> new Tables(graph, own, true)).stream())
                .toList();
        List<Effect> effects = new ArrayList<>();
        for (int y = 0; y < d; y++) {
            int to = y;
            double probability =
                    (double) sampled.stream().filter(one -> one.below[x][to]).count() / sampled.size();
            for (int level = 0; y != x && probability >= NetworkEffects.LEAST && level < sizes[x]; level++) {
                if (level != reference) {
                    int set = level;
                    double[][] changes = sampled.stream()
                            .map(one -> change(one, x, set, reference, to))
                            .toArray(double[][]::new);
                    double[][] possible = members.stream()
                            .map(one -> change(one, x, set, reference, to))
                            .toArray(double[][]::new);
                    for (int outcome : outcomes(means.margin(y))) {
                        effects.add(effect(
                                x,
                                y,
                                new Contrast(level, reference, outcome),
                                probability,
                                Arrays.stream(changes)
                                        .mapToDouble(one -> one[outcome])
                                        .toArray(),
                                means.below[x][y] ? adjustment : List.of(),
                                values(possible, outcome)));
                    }
                }
            }
        }
        return effects;
    }

    /** Of two levels the rarer one, for the other changes by as much in the other direction; otherwise all. */
    private static int[] outcomes(double[] margin) {
        return margin.length == 2
                ? new int[] {1 - largest(margin)}
                : IntStream.range(0, margin.length).toArray();
    }

    private static int largest(double[] margin) {
        int at = 0;
        for (int l = 1; l < margin.length; l++) {
            at = margin[l] > margin[at] ? l : at;
        }
        return at;
    }

    /** 0 where x does not lead to y. */
    private static double[] change(Tables tables, int x, int level, int reference, int y) {
        double[] change = new double[tables.table[y].length];
        if (tables.below[x][y]) {
            change = tables.after(x, level, y);
            double[] before = tables.after(x, reference, y);
            for (int c = 0; c < change.length; c++) {
                change[c] -= before[c];
            }
        }
        return change;
    }

    private static List<Double> values(double[][] possible, int outcome) {
        TreeSet<Double> values =
                new TreeSet<>(Comparator.<Double>comparingDouble(Math::abs).thenComparing(value -> value));
        for (double[] one : possible) {
            values.add(one[outcome]);
        }
        return List.copyOf(values);
    }

    private static Effect effect(
            int x,
            int y,
            Contrast contrast,
            double probability,
            double[] changes,
            List<Integer> adjustment,
            List<Double> possible) {
        double[] sorted = changes.clone();
        Arrays.sort(sorted);
        double[] there = Arrays.stream(sorted).filter(value -> value != 0).toArray();
        double[] own = there.length == 0 ? sorted : there;
        return new Effect(
                x,
                y,
                0,
                Optional.of(contrast),
                probability,
                LaggedEffects.quantile(sorted, 0.5),
                Math.min(LaggedEffects.quantile(sorted, LOW), LaggedEffects.quantile(own, LOW)),
                Math.max(LaggedEffects.quantile(sorted, 1 - LOW), LaggedEffects.quantile(own, 1 - LOW)),
                adjustment,
                possible,
                List.of());
    }
}
