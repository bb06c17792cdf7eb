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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Computes effects between categories: P(y = c | do(x = b)) − P(y = c | do(x = a)) (Pearl 2009, section 3.2) by exact
 * inference without the arrows into x, a being the most common level of x. The interval is over graphs of the
 * posterior, with one draw of all tables from their Dirichlet posteriors for each. Post-processing of counts. Work is
 * bounded before it is done: there are no effects of more than {@value #MOST_VARIABLES} variables, where a factor would
 * have more than {@value #MOST_CELLS} cells, or where eliminations times their cost, the larger one of d² and the cells
 * of the largest factor, exceed {@value #MOST_WORK}. Not thread-safe.
 */
public final class LevelEffects {

    private static final int MOST_DRAWS = 100;
    private static final int FEWEST_DRAWS = 20;
    private static final int WORK = 1600;
    private static final long SEED = 1;
    private static final int MOST_VARIABLES = 150;
    private static final int MOST_CELLS = 1 << 16;
    private static final double MOST_WORK = 5e8;

    /** The most sets of parents of a variable in a class whose effects are listed. */
    private static final int MOST_MEMBERS = 64;

    private final int d;
    private final int[] sizes;
    private final List<ParentSets> drawn;
    private final EquivalenceClass known;
    private final ParentSets shown;
    private final Function<ParentSets, Optional<List<FamilyCounts>>> families;
    private final double weight;
    private final Draws draws = new Draws(SEED);

    /** Of families that graphs of a class have in common. */
    private final Map<List<Integer>, double[]> meansOf = new HashMap<>();

    /** Takes a posterior's graphs, the class of the shown one, counts of families, if known, and a row's weight. */
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
            List<Integer> family = new ArrayList<>(own.parents());
            family.add(own.target());
            return meansOf.computeIfAbsent(family, key -> shares(own));
        }

        private static double[] shares(FamilyCounts own) {
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

        /** [level of x]: P(y) after x was set to it; empty where a factor is too large. */
        Optional<double[][]> after(int x, int y) {
            int[][] families = family.clone();
            double[][] tables = table.clone();
            families[x] = new int[] {x};
            double[][] after = new double[sizes[x]][];
            for (int level = 0; level < after.length; level++) {
                tables[x] = new double[sizes[x]];
                tables[x][level] = 1;
                Optional<double[]> margin = new Elimination(sizes, families, tables).margin(new int[] {y}, MOST_CELLS);
                if (margin.isEmpty()) {
                    return Optional.empty();
                }
                after[level] = margin.get();
            }
            return Optional.of(after);
        }

        /** The most that one elimination costs, about; infinite where a factor is too large. */
        double cost() {
            double cells = new Elimination(sizes, family, table).largestFactor();
            return cells <= MOST_CELLS ? Math.max(cells, (double) d * d) : Double.POSITIVE_INFINITY;
        }
    }

    /** The effects; empty where a family of the shown network was not counted, and where the work is too much. */
    public Optional<TotalEffects> find() {
        if (d > MOST_VARIABLES || drawn.isEmpty()) {
            return Optional.empty();
        }
        Optional<Tables> means = families.apply(shown).map(own -> new Tables(shown, own, true));
        List<Tables> sampled = means.isPresent() ? sampled() : List.of();
        if (means.isEmpty()) {
            return Optional.empty();
        }
        List<List<Tables>> members =
                IntStream.range(0, d).mapToObj(this::members).toList();
        if (!(work(means.get(), sampled, members) <= MOST_WORK)) {
            return Optional.empty();
        }
        Optional<double[][]> margins = margins(means.get());
        List<Effect> effects = new ArrayList<>();
        for (int x = 0; x < d && !sampled.isEmpty(); x++) {
            Optional<List<Effect>> own =
                    margins.isEmpty() ? Optional.empty() : of(x, means.get(), margins.get(), sampled, members.get(x));
            if (own.isEmpty()) {
                return Optional.empty();
            }
            effects.addAll(own.get());
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

    /** A network for each set of parents of x; none where there are many, and where one of them was not counted. */
    private List<Tables> members(int x) {
        List<ParentSets> graphs = ClassEffects.members(d, known, x);
        List<Tables> members = new ArrayList<>();
        for (ParentSets graph : graphs.size() <= MOST_MEMBERS ? graphs : List.<ParentSets>of()) {
            Optional<List<FamilyCounts>> own = families.apply(graph);
            if (own.isEmpty()) {
                return List.of();
            }
            members.add(new Tables(graph, own.get(), true));
        }
        return members;
    }

    /** Eliminations times their costs, equal in all graphs of a class, which have one moral graph. */
    private double work(Tables means, List<Tables> sampled, List<List<Tables>> members) {
        double[] costs = sampled.stream().mapToDouble(Tables::cost).toArray();
        double ofClass = means.cost();
        double work = d * ofClass;
        for (int x = 0; x < d; x++) {
            double[] own = new double[members.get(x).size()];
            Arrays.fill(own, ofClass);
            for (int y = 0; y < d; y++) {
                if (x != y && probability(x, y, sampled) >= NetworkEffects.LEAST) {
                    work += sizes[x] * (cost(x, y, sampled, costs) + cost(x, y, members.get(x), own));
                }
            }
        }
        return work;
    }

    private static double cost(int x, int y, List<Tables> some, double[] costs) {
        return IntStream.range(0, costs.length)
                .filter(k -> some.get(k).below[x][y])
                .mapToDouble(k -> costs[k])
                .sum();
    }

    private static double probability(int x, int y, List<Tables> sampled) {
        return (double) sampled.stream().filter(one -> one.below[x][y]).count() / sampled.size();
    }

    private Optional<double[][]> margins(Tables means) {
        Elimination network = new Elimination(sizes, means.family, means.table);
        double[][] margins = new double[d][];
        for (int y = 0; y < d; y++) {
            Optional<double[]> margin = network.margin(new int[] {y}, MOST_CELLS);
            if (margin.isEmpty()) {
                return Optional.empty();
            }
            margins[y] = margin.get();
        }
        return Optional.of(margins);
    }

    private Optional<List<Effect>> of(
            int x, Tables means, double[][] margins, List<Tables> sampled, List<Tables> members) {
        int reference = largest(margins[x]);
        List<Integer> adjustment = Arrays.stream(shown.sorted(x)).boxed().toList();
        List<Effect> effects = new ArrayList<>();
        for (int y = 0; y < d; y++) {
            double probability = probability(x, y, sampled);
            if (y == x || !(probability >= NetworkEffects.LEAST)) {
                continue;
            }
            Optional<List<double[][]>> changes = after(x, y, sampled);
            Optional<List<double[][]>> possible = after(x, y, members);
            if (changes.isEmpty() || possible.isEmpty()) {
                return Optional.empty();
            }
            for (int level = 0; level < sizes[x]; level++) {
                if (level != reference) {
                    for (int outcome : outcomes(margins[y])) {
                        Contrast contrast = new Contrast(level, reference, outcome);
                        effects.add(effect(
                                x,
                                y,
                                contrast,
                                probability,
                                changes(changes.get(), contrast),
                                means.below[x][y] ? adjustment : List.of(),
                                values(changes(possible.get(), contrast))));
                    }
                }
            }
        }
        return Optional.of(effects);
    }

    /** [network][level of x]: P(y), all 0 where x does not lead to y; empty where a factor is too large. */
    private Optional<List<double[][]>> after(int x, int y, List<Tables> some) {
        List<double[][]> all = new ArrayList<>();
        for (Tables one : some) {
            Optional<double[][]> own = one.below[x][y] ? one.after(x, y) : Optional.of(new double[sizes[x]][sizes[y]]);
            if (own.isEmpty()) {
                return Optional.empty();
            }
            all.add(own.get());
        }
        return Optional.of(all);
    }

    private static double[] changes(List<double[][]> after, Contrast contrast) {
        return after.stream()
                .mapToDouble(levels ->
                        levels[contrast.level()][contrast.outcome()] - levels[contrast.reference()][contrast.outcome()])
                .toArray();
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

    private static List<Double> values(double[] possible) {
        TreeSet<Double> values =
                new TreeSet<>(Comparator.<Double>comparingDouble(Math::abs).thenComparing(value -> value));
        Arrays.stream(possible).forEach(values::add);
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
        double[] ends = PosteriorEffects.ends(probability, share -> LaggedEffects.quantile(own, share));
        return new Effect(
                x,
                y,
                0,
                Optional.of(contrast),
                probability,
                new TotalEffects.Interval(LaggedEffects.quantile(sorted, 0.5), ends[0], ends[1]),
                new TotalEffects.Identification(adjustment, possible, List.of()));
    }
}
