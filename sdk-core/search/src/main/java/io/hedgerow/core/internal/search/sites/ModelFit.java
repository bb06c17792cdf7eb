// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.sums.SiteAgreement;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Tests whether moments of n rows at K sites agree with one linear Gaussian network. Each measure is about 1 (kurtosis:
 * 0) when they do, and empty when the rows are too few to tell. Symbols of {@link NetworkFit}.
 */
final class ModelFit {

    private static final double UNEXPLAINED = 1.8;
    private static final double BENT = 4;
    /** Skewed noises with such tails bend residuals of a wrong direction; then only the tails are reported. */
    private static final double SKEWED = 1;
    /** A smaller share of a variance is round-off, as of a column that its causes determine; this bends no relation. */
    private static final double ROUND_OFF = 1e-12;

    private final WithinSites moments;
    private final int d;
    private final int targets;

    private final NetworkFit fit;
    private final double[] b;
    private final double[] v;
    private final int[] order;
    private final Optional<NoiseTails> tails;

    ModelFit(WithinSites moments, int targets, WeightMatrix network) {
        this.moments = moments;
        this.d = moments.variables();
        this.targets = targets;
        this.fit = new NetworkFit(d, targets, moments.covariance(), network);
        this.b = fit.b;
        this.v = fit.v;
        this.order = order(network);
        this.tails = tails();
    }

    /** The number of variables that are explained, which are the first. */
    int targets() {
        return targets;
    }

    private static int[] order(WeightMatrix network) {
        return ParentSets.of(network, network.variables() - 1).topologicalOrder();
    }

    /** Q of {@link NetworkFit#unexplained}, with n − K degrees of freedom. */
    OptionalDouble unexplained() {
        return fit.unexplained((double) moments.degrees());
    }

    /**
     * NL: the mean over edges i → j of (Σ u)² / (n v_j (E z_i⁴ − 1)), u = e_j (z_i² − 1), whose sum is linear in the
     * third moments: Σ u = Σ z_j z_i² − Σ_p b_pj Σ z_p z_i².
     */
    OptionalDouble nonlinearity() {
        double n = moments.shapeRows();
        if (fit.edges() == 0 || n < 2 * d) {
            return OptionalDouble.empty();
        }
        double sum = 0;
        int judged = 0;
        for (int j = 0; j < d; j++) {
            int[] family = IntStream.concat(IntStream.of(j), IntStream.of(fit.parents(j)))
                    .toArray();
            // only rows that have all of a family have residuals
            WithinSites have = moments.having(family);
            double rows = have.shapeRows();
            for (int i : rows < 2 * d ? new int[0] : fit.parents(j)) {
                double u = have.third(i, j);
                for (int p : fit.parents(j)) {
                    u -= b[p * d + j] * have.third(i, p);
                }
                double spread = Math.max(v[j], ROUND_OFF) * Math.max(have.fourth(i) - 1, 1e-6);
                sum += rows * u * u / spread;
                judged++;
            }
        }
        return judged == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / judged);
    }

    /** As of {@link NoiseTails}; empty where variables are not explained. */
    OptionalDouble kurtosis() {
        return tails.stream().mapToDouble(NoiseTails::kurtosis).findAny();
    }

    /** Of normal columns the estimates of κ_i and κ_j have covariance 24 c_ij⁴ / n, more where few rows have both. */
    private Optional<NoiseTails> tails() {
        double n = moments.shapeRows();
        if (n < 2 * d || targets < d) {
            return Optional.empty(); // variables that are not explained have no noises
        }
        double[] excess = new double[d];
        Arrays.setAll(excess, j -> moments.fourth(j) - 3);
        return Optional.of(NoiseTails.of(
                n, order, b, v, excess, (i, k) -> StrictMath.pow(fit.c[i * d + k], 4) * moments.overlap(i, k)));
    }

    /** Whether the network leaves correlations open; pairs of {@code diffuse} dependence are some, too. */
    Finding structure(boolean diffuse) {
        OptionalDouble q = unexplained();
        double phi = moments.disagreement().orElse(1);
        boolean much = q.orElse(0) / Math.max(1, phi) > Math.max(UNEXPLAINED, chance(fit.freedom()));
        return Finding.of(Misfit.UNEXPLAINED, q, much || diffuse);
    }

    /** Whether relations bend. */
    Finding lines() {
        OptionalDouble bent = nonlinearity();
        boolean seen = bent.orElse(0) > Math.max(BENT, chance(fit.edges()))
                && kurtosis().orElse(0) < SKEWED;
        return Finding.of(Misfit.NOT_LINEAR, bent, seen);
    }

    /** Whether noises have other tails than normal ones. */
    Finding normality() {
        return Finding.of(
                Misfit.NOT_GAUSSIAN,
                kurtosis(),
                tails.filter(NoiseTails::surely).isPresent());
    }

    /** The value that a mean of squares of unit errors exceeds once in a thousand studies. */
    private static double chance(int freedom) {
        return freedom < 1 ? 0 : SiteAgreement.quantile(freedom, SiteAgreement.SURELY);
    }

    double varianceRatio() {
        return fit.varianceRatio();
    }

    /** The equations of explained variables: intercepts m_j − Σ_i w_ij m_i, residual variances, and deviations. */
    List<Evidence.Equation> equations(WeightMatrix network) {
        List<Evidence.Equation> equations = new ArrayList<>();
        for (int j = 0; j < targets; j++) {
            double intercept = moments.mean(j);
            for (int i : fit.parents(j)) {
                intercept -= network.get(i, j) * moments.mean(i);
            }
            equations.add(new Evidence.Equation(intercept, fit.noiseVariance(j), OptionalDouble.of(fit.deviation(j))));
        }
        return equations;
    }
}
