// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.posterior.StructurePosterior;
import io.hedgerow.core.internal.search.posterior.StructureSearch;
import io.hedgerow.core.internal.search.regression.FamilyMoments;
import io.hedgerow.core.internal.search.sums.RegimeMoments;
import io.hedgerow.core.internal.search.sums.Regimes;
import io.hedgerow.core.internal.search.sums.SiteAgreement;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * A {@link StructureSearch} on rows some of which were measured under interventions: each variable is scored on the
 * rows in which it is no target, and directions are those of the interventional class. Hidden causes and single
 * unexplained pairs are not looked for: both compare one covariance matrix with a network. Immutable.
 */
public final class RegimeSearch {

    private static final double UNEXPLAINED = 1.8;

    private static final List<ModelTest<Judged>> TESTS = List.of(
            judged -> Finding.of(
                    Misfit.SITES_DIFFER, judged.sites().phi(), judged.sites().differ()),
            judged -> Finding.atColumns(Misfit.SCALES_DIFFER, judged.sites().factors()),
            Judged::structure,
            judged -> judged.fit().mechanisms(),
            judged -> judged.shape()
                    .map(shape -> shape.judged(shape.fit().lines()))
                    .orElseGet(() -> none(Misfit.NOT_LINEAR)),
            judged -> judged.shape()
                    .map(shape -> shape.judged(shape.fit().normality()))
                    .orElseGet(() -> none(Misfit.NOT_GAUSSIAN)));

    private final StructureSearch search;

    public RegimeSearch(StructureSearch search) {
        this.search = search.assuming(NoiseAssumption.UNEQUAL);
    }

    /** The result, with the evidence for it and notes about the regimes. */
    public record Found(WeightMatrix network, Evidence evidence, List<String> notes) {
        public Found {
            notes = List.copyOf(notes);
        }
    }

    public Found search(RegimeMoments moments) {
        FamilyMoments families = moments.families();
        StructurePosterior posterior = search.search(families);
        WeightMatrix network = posterior.network();
        RegimeFit fit = new RegimeFit(moments, network);
        double[] noise = noise(families, network);
        Trust trust = new Trust(
                posterior.assumption(),
                0,
                moments.rows(),
                families.all().rows(),
                ratio(noise),
                posterior.trapped(),
                posterior.gap(),
                ModelTest.judge(TESTS, new Judged(fit, Agreement.of(moments), Shape.of(moments, fit))));
        EdgeKnowledge known = search.knowledge();
        Evidence evidence = posterior.evidence(known, trust, equations(moments, families, network, noise));
        EquivalenceClass pattern = EquivalenceClass.of(
                Dag.of(network),
                (i, j) -> !known.allows(i, j),
                moments.regimes().targets());
        PairProbabilities pairs = evidence.pairs();
        return new Found(
                network,
                evidence.with(
                        new PairProbabilities(Optional.of(pattern), pairs.directed(), pairs.cap()),
                        evidence.equations()),
                notes(moments));
    }

    private record Judged(RegimeFit fit, Agreement sites, Optional<Shape> shape) {

        Finding structure() {
            OptionalDouble q = fit.unexplained();
            double phi = Math.max(1, sites.phi().orElse(1));
            boolean much = fit.freedom() > 0
                    && q.orElse(0) / phi
                            > Math.max(UNEXPLAINED, SiteAgreement.quantile(fit.freedom(), SiteAgreement.SURELY));
            return Finding.of(Misfit.UNEXPLAINED, q, much);
        }
    }

    /** The agreement of sites within regimes: φ of the regime in which they agree least, and factors of deviations. */
    private record Agreement(boolean differ, OptionalDouble phi, Map<Integer, Double> factors) {

        static Agreement of(RegimeMoments moments) {
            Map<Integer, Double> factors = new TreeMap<>();
            OptionalDouble phi = OptionalDouble.empty();
            boolean differ = false;
            for (int r = 0; r < moments.regimes().all().size(); r++) {
                WithinSites own = moments.of(r);
                own.scaleFactors(own.variables()).forEach((j, factor) -> factors.merge(j, factor, Math::max));
                differ |= own.findDisagreement().failed();
                if (own.disagreement().isPresent()) {
                    phi = OptionalDouble.of(
                            Math.max(phi.orElse(0), own.disagreement().getAsDouble()));
                }
            }
            return new Agreement(differ, phi, factors);
        }
    }

    /**
     * The tests of nonlinear relations and of tails, on rows without interventions; else on the regime with most rows,
     * where they are not judged. The shape of values that people set says nothing of noises.
     */
    private record Shape(ModelFit fit, boolean observed) {

        /** Empty where a column is constant. */
        static Optional<Shape> of(RegimeMoments moments, RegimeFit fit) {
            List<Regimes.Regime> all = moments.regimes().all();
            int most = 0;
            for (int r = 1; r < all.size() && !all.get(0).isObserved(); r++) {
                most = moments.of(r).rows() > moments.of(most).rows() ? r : most;
            }
            WithinSites own = moments.of(most);
            double[] s = own.covariance();
            int d = own.variables();
            for (int j = 0; j < d; j++) {
                if (!(s[j * (d + 1)] > 0)) {
                    return Optional.empty();
                }
            }
            return Optional.of(new Shape(
                    new ModelFit(own, d, fit.weights(most, s)), all.get(most).isObserved()));
        }

        Finding judged(Finding found) {
            return observed ? found : Finding.notJudged(found.about(), found.figure());
        }
    }

    private static Finding none(Misfit about) {
        return Finding.notJudged(about, OptionalDouble.empty());
    }

    /** Residual variances of the variables in their own rows. */
    private static double[] noise(FamilyMoments families, WeightMatrix network) {
        int d = network.variables();
        double[] noise = new double[d];
        for (int j = 0; j < d; j++) {
            noise[j] = new NetworkFit(d, d, families.of(j).covariance(), network).noiseVariance(j);
        }
        return noise;
    }

    private static double ratio(double[] noise) {
        double largest = Arrays.stream(noise).max().orElseThrow();
        return Math.min(Double.MAX_VALUE, largest / Arrays.stream(noise).min().orElseThrow());
    }

    private static List<Evidence.Equation> equations(
            RegimeMoments moments, FamilyMoments families, WeightMatrix network, double[] noise) {
        int d = network.variables();
        List<Evidence.Equation> equations = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            double intercept = moments.mean(j, j);
            for (int i = 0; i < d; i++) {
                intercept -= network.hasEdge(i, j) ? network.get(i, j) * moments.mean(i, j) : 0;
            }
            double deviation = Math.sqrt(families.of(j).covariance()[j * (d + 1)]);
            equations.add(new Evidence.Equation(intercept, noise[j], OptionalDouble.of(deviation)));
        }
        return equations;
    }

    private static List<String> notes(RegimeMoments moments) {
        Regimes regimes = moments.regimes();
        List<String> names = regimes.schema().names();
        List<String> used = new ArrayList<>();
        for (int r = 0; r < regimes.all().size(); r++) {
            used.add(Words.count(moments.of(r).rows(), "row") + " "
                    + regimes.where(regimes.all().get(r)));
        }
        List<String> notes = new ArrayList<>();
        notes.add("interventions were used, " + String.join(", ", used)
                + ": the causes of a variable are of the rows in which it was no target; hidden causes, and single"
                + " pairs"
                + " that no edge explains, were not looked for, and equal noise variances not assumed");
        List<String> only =
                moments.varyingAsTargetsOnly().stream().map(names::get).toList();
        if (!only.isEmpty()) {
            notes.add(Words.listed(only, "and") + (only.size() == 1 ? " varies" : " vary")
                    + " only where " + (only.size() == 1 ? "it is a target" : "they are targets")
                    + ", so no causes were looked for");
        }
        return notes;
    }
}
