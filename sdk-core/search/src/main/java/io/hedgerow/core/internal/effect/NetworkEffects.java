// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.posterior.StructurePosterior;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Computes total effects from a posterior over linear networks, and the edges that they depend on. Post-processing:
 * costs no budget.
 */
public final class NetworkEffects {

    /** Pairs with a smaller P have the median 0 and 0 in their intervals. */
    static final double LEAST = 0.05;

    /** Of more effects the likeliest are kept. */
    static final int MOST = 2000;

    private final int d;
    private final double[] s;
    private final double rows;
    private final StructurePosterior posterior;
    private final EdgeKnowledge knowledge;
    private final PosteriorEffects.Regressions regressions;

    /** Takes the posterior of n_eff rows with covariances S, [d, d], in the units of the network. */
    public NetworkEffects(EdgeKnowledge knowledge, double[] covariance, double rows, StructurePosterior posterior) {
        this.d = knowledge.variables();
        this.s = covariance;
        this.rows = rows;
        this.posterior = posterior;
        this.knowledge = knowledge;
        this.regressions = (x, parents) -> AdjustedRegression.of(d, covariance, rows, x, parents);
    }

    private NetworkEffects(NetworkEffects other, PosteriorEffects.Regressions regressions) {
        this.d = other.d;
        this.s = other.s;
        this.rows = other.rows;
        this.posterior = other.posterior;
        this.knowledge = other.knowledge;
        this.regressions = regressions;
    }

    /**
     * The same of moments with noise, {@code matrix}: [d, d] in its units, of {@code all} n rows without regard to
     * noise: each regression has its own part of the noise, where n_eff counts the largest.
     */
    public NetworkEffects behind(double all, MomentNoise noise, double[] matrix) {
        return new NetworkEffects(this, (x, parents) -> AdjustedRegression.of(d, s, all, x, parents, noise, matrix));
    }

    /** The effects; empty without graphs of the posterior, or when chains did not agree. */
    public Optional<TotalEffects> find() {
        if (posterior.wide().isEmpty() || posterior.trapped() > 1) {
            return Optional.empty();
        }
        boolean series = knowledge.targets().length < d;
        return Optional.of(
                series
                        ? limited(
                                LaggedEffects.HORIZON,
                                new LaggedEffects(knowledge.targets().length, s, rows, posterior.wide()).all())
                        : limited(0, ofRows()));
    }

    private List<Effect> ofRows() {
        PosteriorEffects over = new PosteriorEffects(d, regressions, posterior.wide());
        EffectMixture mixture = new EffectMixture();
        ParentSets shown = parents(posterior.network());
        ClassEffects within = new ClassEffects(d, s, rows, pattern());
        Optional<HiddenReading> hidden = posterior.marks().map(marks -> new HiddenReading(marks, shown));
        boolean[][] below = PosteriorEffects.descendants(shown);
        List<Effect> effects = new ArrayList<>();
        for (int x = 0; x < d; x++) {
            ClassEffects.Values values = within.of(x);
            List<Integer> adjustment = Arrays.stream(shown.sorted(x)).boxed().toList();
            for (int y = 0; y < d; y++) {
                if (x != y && over.probability(x, y) >= LEAST) {
                    PosteriorEffects.Posterior found = over.of(x, y, mixture);
                    int from = x;
                    int to = y;
                    effects.add(new Effect(
                            from,
                            to,
                            0,
                            Optional.empty(),
                            found.probability(),
                            new TotalEffects.Interval(found.median(), found.lower(), found.upper()),
                            new TotalEffects.Identification(
                                    below[from][to] ? adjustment : List.of(),
                                    values.of(to),
                                    hidden.map(reading -> reading.of(from, to)).orElse(List.of()))));
                }
            }
        }
        return effects;
    }

    private static ParentSets parents(WeightMatrix network) {
        return ParentSets.of(network, network.variables());
    }

    /** With equal variances every graph is a class of its own. */
    private EquivalenceClass pattern() {
        return posterior.assumption() == NoiseAssumption.EQUAL
                ? EquivalenceClass.ofMarks(posterior.network())
                : EquivalenceClass.of(Dag.of(posterior.network()), (i, j) -> !knowledge.allows(i, j));
    }

    /** By falling probability, then by variables; of more than {@value #MOST} the likeliest, then the largest. */
    static TotalEffects limited(int horizon, List<Effect> all) {
        Comparator<Effect> likeliest =
                Comparator.comparingDouble(Effect::probability).reversed();
        Comparator<Effect> placed = Comparator.comparingInt(Effect::from)
                .thenComparingInt(Effect::to)
                .thenComparingInt(Effect::steps);
        List<Effect> kept = all.stream()
                .sorted(likeliest
                        .thenComparing(Comparator.comparingDouble(
                                        (Effect one) -> Math.abs(one.change().median()))
                                .reversed())
                        .thenComparing(placed))
                .limit(MOST)
                .toList();
        double least = all.size() > MOST ? kept.get(MOST - 1).probability() : LEAST;
        return new TotalEffects(
                least,
                horizon,
                kept.stream().sorted(likeliest.thenComparing(placed)).toList());
    }
}
