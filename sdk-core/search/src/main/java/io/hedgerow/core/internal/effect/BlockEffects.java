// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
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
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Computes total effects among numbers and categories over the graphs of a posterior: in each graph the
 * {@link AdjustedRegression} of a column of y on a column of x, given the other columns of x and those of its parents.
 * A number is one column, a category an indicator of each level but the most common one. So the coefficient is a slope
 * of numbers, the difference of the means of y between a level of x and the most common one, or a change of the share
 * of a level of y, which is taken for linear in numbers. Post-processing of moments. Work is bounded before it is done:
 * there are no effects where values and squares of regressions exceed {@value #MOST_WORK}. Not thread-safe.
 */
public final class BlockEffects {

    private static final double MOST_WORK = 2e9;
    /** The most sets of parents of a variable in a class whose effects are listed. */
    private static final int MOST_MEMBERS = 64;

    private final int d;
    private final Columns columns;
    private final int width;
    private final List<ParentSets> drawn;
    private final EquivalenceClass known;
    private final ParentSets shown;
    private final List<boolean[][]> below;
    private final BiFunction<Integer, int[], AdjustedRegression> regression;
    private final EffectMixture mixture = new EffectMixture();

    /**
     * The columns of variables as causes and as effects.
     *
     * @param causes of each variable, that of a number or those of all levels but the reference
     * @param outcomes of each variable, that of a number or those of the levels whose shares may change
     * @param levels the level of each column; −1 of a number
     * @param references the most common level of each variable; −1 of a number
     * @param covariance [m, m] row by row
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    public record Columns(
            List<int[]> causes, List<int[]> outcomes, int[] levels, int[] references, double[] covariance) {}

    /** Takes columns of n_eff rows, a posterior's graphs, the class of the shown one, and the latter. */
    public BlockEffects(
            Columns columns, double rows, List<ParentSets> drawn, EquivalenceClass known, ParentSets shown) {
        this(
                columns,
                drawn,
                known,
                shown,
                (column, given) ->
                        AdjustedRegression.of(columns.levels().length, columns.covariance(), rows, column, given));
    }

    /**
     * The same of moments with noise of {@code matrix}, [m, m] in its units: each regression has its own part of it.
     *
     * @param rows without regard to noise
     */
    public static BlockEffects behind(
            Columns columns,
            double rows,
            List<ParentSets> drawn,
            EquivalenceClass known,
            ParentSets shown,
            MomentNoise noise,
            double[] matrix) {
        return new BlockEffects(
                columns,
                drawn,
                known,
                shown,
                (column, given) -> AdjustedRegression.of(
                        columns.levels().length, columns.covariance(), rows, column, given, noise, matrix));
    }

    private BlockEffects(
            Columns columns,
            List<ParentSets> drawn,
            EquivalenceClass known,
            ParentSets shown,
            BiFunction<Integer, int[], AdjustedRegression> regression) {
        this.regression = regression;
        this.d = columns.causes().size();
        this.columns = columns;
        this.width = columns.levels().length;
        this.drawn = drawn;
        this.known = known;
        this.shown = shown;
        this.below = drawn.stream().map(PosteriorEffects::descendants).toList();
    }

    /** A set of parents of x with the regressions on its columns, and how many graphs have it and a path to each y. */
    private static final class Family {
        private final List<AdjustedRegression> regressions;
        private final int[] paths;

        Family(List<AdjustedRegression> regressions, int variables) {
            this.regressions = regressions;
            this.paths = new int[variables];
        }
    }

    /** The effects; empty without graphs of the posterior, and where the work is too much. */
    public Optional<TotalEffects> find() {
        if (drawn.isEmpty() || !(work() <= MOST_WORK)) {
            return Optional.empty();
        }
        List<Effect> effects = new ArrayList<>();
        for (int x = 0; x < d; x++) {
            effects.addAll(of(x));
        }
        return Optional.of(NetworkEffects.limited(0, effects));
    }

    private double work() {
        double work = 0;
        for (int x = 0; x < d; x++) {
            Map<String, Double> sets = new HashMap<>();
            for (ParentSets graph : drawn) {
                int[] parents = graph.sorted(x);
                double given = given(x, parents, -1).length + 1.0;
                sets.put(Arrays.toString(parents), given * given * width);
            }
            work += columns.causes().get(x).length
                    * sets.values().stream().mapToDouble(Double::doubleValue).sum();
        }
        return work;
    }

    /** The columns of parents, and those of x but one. */
    private int[] given(int x, int[] parents, int but) {
        return IntStream.concat(
                        Arrays.stream(parents)
                                .flatMap(p -> IntStream.of(columns.causes().get(p))),
                        IntStream.of(columns.causes().get(x)).filter(column -> column != but))
                .toArray();
    }

    private List<AdjustedRegression> regressions(int x, int[] parents) {
        return IntStream.of(columns.causes().get(x))
                .mapToObj(column -> regression.apply(column, given(x, parents, column)))
                .toList();
    }

    private Map<String, Family> families(int x) {
        Map<String, Family> families = new HashMap<>();
        for (int g = 0; g < drawn.size(); g++) {
            int[] parents = drawn.get(g).sorted(x);
            Family own =
                    families.computeIfAbsent(Arrays.toString(parents), key -> new Family(regressions(x, parents), d));
            for (int y = 0; y < d; y++) {
                own.paths[y] += below.get(g)[x][y] ? 1 : 0;
            }
        }
        return families;
    }

    /** The regressions on x and the variables that follow from it in a graph of the class. */
    private record Member(List<AdjustedRegression> regressions, List<Integer> below) {

        double value(int a, int y, int outcome) {
            return below.contains(y) ? regressions.get(a).value(outcome) : 0;
        }
    }

    /** A graph for each set of parents of x; none where there are many. */
    private List<Member> members(int x) {
        List<ParentSets> graphs = ClassEffects.members(d, known, x);
        List<Member> members = new ArrayList<>();
        for (ParentSets graph : graphs.size() <= MOST_MEMBERS ? graphs : List.<ParentSets>of()) {
            boolean[] leads = PosteriorEffects.descendants(graph)[x];
            members.add(new Member(
                    regressions(x, graph.sorted(x)),
                    IntStream.range(0, d).filter(y -> leads[y]).boxed().toList()));
        }
        return members;
    }

    private List<Effect> of(int x) {
        Map<String, Family> families = families(x);
        List<Member> members = members(x);
        List<Integer> adjustment = Arrays.stream(shown.sorted(x)).boxed().toList();
        boolean[] shownBelow = PosteriorEffects.descendants(shown)[x];
        List<Effect> effects = new ArrayList<>();
        for (int y = 0; y < d; y++) {
            int to = y;
            int paths = families.values().stream()
                    .mapToInt(family -> family.paths[to])
                    .sum();
            double probability = (double) paths / drawn.size();
            for (int a = 0;
                    y != x
                            && probability >= NetworkEffects.LEAST
                            && a < columns.causes().get(x).length;
                    a++) {
                for (int outcome : columns.outcomes().get(y)) {
                    effects.add(new Effect(
                            x,
                            y,
                            0,
                            contrast(x, a, y, outcome),
                            probability,
                            interval(families, a, y, outcome, probability),
                            new TotalEffects.Identification(
                                    shownBelow[y] ? adjustment : List.of(),
                                    possible(members, a, y, outcome),
                                    List.of())));
                }
            }
        }
        return effects;
    }

    /** By size, each once. */
    private static List<Double> possible(List<Member> members, int a, int y, int outcome) {
        return members.stream()
                .map(member -> member.value(a, y, outcome))
                .distinct()
                .sorted(Comparator.<Double>comparingDouble(Math::abs).thenComparing(value -> value))
                .toList();
    }

    private Optional<Contrast> contrast(int x, int a, int y, int outcome) {
        int level = columns.levels()[columns.causes().get(x)[a]];
        return columns.references()[x] < 0 && columns.references()[y] < 0
                ? Optional.empty()
                : Optional.of(new Contrast(level, columns.references()[x], columns.levels()[outcome]));
    }

    private TotalEffects.Interval interval(
            Map<String, Family> families, int a, int y, int outcome, double probability) {
        mixture.clear();
        for (Family family : families.values()) {
            if (family.paths[y] > 0) {
                AdjustedRegression regression = family.regressions.get(a);
                mixture.add(
                        regression.value(outcome),
                        regression.error(outcome),
                        regression.freedom(),
                        (double) family.paths[y] / drawn.size());
            }
        }
        double[] ends = PosteriorEffects.ends(probability, mixture::quantile);
        mixture.add(0, 1 - probability);
        return new TotalEffects.Interval(mixture.quantile(0.5), ends[0], ends[1]);
    }
}
