// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.network;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.effect.NetworkEffects;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.posterior.StructurePosterior;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.sites.ModelTest;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.denoise.search.PrivateGramSearch;
import io.hedgerow.dp.internal.denoise.search.PrivateGramSearch.PrivateNetwork;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds a network in a noisy matrix of second moments, and assesses how far it can be trusted.
 *
 * <p>Equal noise variances are assumed unless they fit worse by more than d − 1 in half squared distances: without
 * noise beyond the release, d − 1 ratios of variances gain half a χ² with d − 1 degrees of freedom.
 *
 * <p>Probabilities are of a {@link StructureSearch} in which as many rows count as the noise leaves,
 *
 * <pre>1 / n_eff = 1 / n + max_j mean_i V(u_j, v_i)</pre>
 *
 * <p>V being that of {@link MomentNoise} in the units a of the release, in which the noise of all entries is alike, u_j
 * the residual of j under the network, and v_i the residual of another variable given the parents of j. The network
 * itself is that of {@link PrivateGramSearch} under the same assumption, which weighs every entry by its noise: in ten
 * of eleven conditions of 20 variables with 30 edges its class was nearer to the truth than that of order chains, by a
 * factor of 1.2 to 12, and in one farther (ADR 28).
 *
 * <p>Three things are flagged. The network leaves the release unexplained when 2Q, their squared distance in the metric
 * of the noise, is beyond the 99 % point of χ² with f degrees of freedom, f + 2.33 √(2f). And it is buried in noise
 * when the share of eigenvalues that noise alone could have made, times the edges per variable or 2, is 1 or more.
 * Hidden causes are claimed as {@link StructurePosterior#lookedForHiddenCauses} says, of as many rows. ADR 28 says what
 * simulations gave.
 *
 * <p>Post-processing: costs no budget.
 */
public final class ReleasedStructure {

    /** The 99 % point of a standard normal distribution. */
    private static final double RARE = 2.33;

    private static final List<ModelTest<Judged>> TESTS = List.of(
            judged -> Finding.of(Misfit.UNEXPLAINED, judged.found().unexplained(), judged.leavesMuch()),
            judged -> judged.marked().findHiddenCause(),
            judged -> Finding.of(Misfit.BURIED, judged.isBuried()));

    private final PrivateGram gram;
    private final int d;
    private final double[] inUnits;
    /** As many rows with their lengths say as much as the rows without. */
    private final double own;

    private final MomentNoise noise;
    private final StructureSearch free;
    private final boolean ownUnits;

    /**
     * Takes a release. The search is of its probabilities, with the knowledge of edges, which the network keeps too;
     * with own units equal variances mean nothing.
     */
    public ReleasedStructure(PrivateGram gram, StructureSearch search, boolean ownUnits) {
        this.gram = gram;
        this.d = gram.variables();
        NormalisationCorrection spectrum = gram.spectrum();
        double sigma = gram.sigma() * spectrum.widening();
        this.own = gram.rows() * spectrum.efficiency();
        this.inUnits = spectrum.raised(sigma * Math.sqrt(d) / 2);
        this.noise = MomentNoise.ofEntries(d, sigma * sigma / 2);
        this.free = search;
        this.ownUnits = ownUnits;
    }

    /**
     * The acyclic network, with weights in the units of the rows, and the evidence for it.
     *
     * @param implied the moments of rows of the network; empty where nothing is known of columns but the matrix
     */
    public record Found(WeightMatrix network, Evidence evidence, Optional<SufficientStatistics> implied) {

        Found(WeightMatrix network, Evidence evidence) {
            this(network, evidence, Optional.empty());
        }

        /** The evidence for a network with some of the edges alone, and the equations of its variables. */
        public Evidence of(WeightMatrix strong) {
            Evidence kept = EdgeKnowledge.kept(evidence, network, strong);
            return implied.map(
                            moments -> kept.with(kept.pairs(), FittedEquations.on(moments, strong, strong.variables())))
                    .orElse(kept);
        }
    }

    /** The network of a release, and the marks of its edges, on which the assumptions are tested. */
    private record Judged(PrivateGram gram, PrivateNetwork found, StructurePosterior marked) {

        boolean leavesMuch() {
            return found.unexplained().orElse(0) > 1 + RARE * Math.sqrt(2.0 / found.freedom());
        }

        boolean isBuried() {
            return NormalisationCorrection.isBuried(
                    gram.spectrum().buried(gram.sigma()), found.network().edgeCount() / (double) gram.variables());
        }
    }

    public Found search() {
        // one after the other: each has work for all threads, and who waits for both helps neither
        PrivateNetwork unequal = searched(PrivateGramSearch.ownUnits(), List.of());
        PrivateNetwork alike = ownUnits ? unequal : searched(PrivateGramSearch.equalVariances(), List.of());
        double margin = ownUnits ? 0 : advantageOfEqual(alike, unequal);
        boolean equal = !ownUnits && margin > 0;
        StructureSearch search = free.assuming(equal ? NoiseAssumption.EQUAL : NoiseAssumption.UNEQUAL);
        double[] s = gram.inUnitsOfRows(inUnits);
        double rows = noise.rows(search.climbing(), own, inUnits, s);
        StructurePosterior posterior = search.search(s, rows);
        PrivateGramSearch assumed = equal ? PrivateGramSearch.equalVariances() : PrivateGramSearch.ownUnits();
        // chains over orders leave regions in which climbs stay
        PrivateNetwork found = searched(assumed, List.of((equal ? alike : unequal).network(), posterior.network()));
        StructurePosterior marked = posterior.of(found.network()).lookedForHiddenCauses(search.knowledge(), s, rows);
        Trust trust = new Trust(
                posterior.assumption(),
                Math.abs(margin),
                gram.rows(),
                rows,
                found.varianceRatio(),
                posterior.trapped(),
                posterior.gap(),
                ModelTest.judge(TESTS, new Judged(gram, found, marked)));
        Evidence evidence = marked.evidence(search.knowledge(), trust, List.of());
        NetworkEffects effects = new NetworkEffects(search.knowledge(), s, rows, marked).behind(own, noise, inUnits);
        return new Found(
                found.network(), evidence.with(effects.find()), gram.columns().map(known -> implied(found, known)));
    }

    /**
     * The moments that a network implies, Σ = (I − W)^−T Ω (I − W)^−1, in the size of the deviations of the columns,
     * which directions leave open.
     */
    private SufficientStatistics implied(PrivateNetwork found, PrivateGram.Columns known) {
        WeightMatrix w = found.network();
        double[] implied = new double[d * d];
        int[] order = Dag.of(w).topologicalOrder();
        for (int at = 0; at < d; at++) {
            int j = order[at];
            for (int before = 0; before < at; before++) {
                int k = order[before];
                for (int i = 0; i < d; i++) {
                    implied[j * d + k] += w.get(i, j) * implied[i * d + k];
                }
                implied[k * d + j] = implied[j * d + k];
            }
            implied[j * (d + 1)] = found.noiseVariances().get(j);
            for (int i = 0; i < d; i++) {
                implied[j * (d + 1)] += i == j ? 0 : w.get(i, j) * implied[i * d + j];
            }
        }
        double size = known.size(IntStream.range(0, d)
                        .mapToDouble(j -> implied[j * (d + 1)])
                        .toArray())
                .factor();
        Arrays.setAll(implied, k -> size * implied[k]);
        double[] means = known.means().stream().mapToDouble(mean -> mean).toArray();
        return SufficientStatistics.ofMoments(gram.rows(), means, implied);
    }

    private PrivateNetwork searched(PrivateGramSearch assumed, List<WeightMatrix> from) {
        return assumed.knowing(free.knowledge()).search(gram, from);
    }

    /** By how much unequal variances fit worse after their price; negative when better. */
    private double advantageOfEqual(PrivateNetwork equal, PrivateNetwork unequal) {
        double edge = PrivateGramSearch.price(d);
        double worse = unequal.discrepancy() + edge * unequal.network().edgeCount();
        return 2 * (worse + d - 1 - equal.discrepancy() - edge * equal.network().edgeCount());
    }
}
