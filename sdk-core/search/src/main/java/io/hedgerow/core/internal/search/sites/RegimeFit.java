// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import io.hedgerow.core.internal.search.sums.RegimeMoments;
import io.hedgerow.core.internal.search.sums.Regimes;
import io.hedgerow.core.internal.search.sums.SiteAgreement;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Tests whether the moments of the regimes agree with one network and with the declared interventions:
 *
 * <ul>
 *   <li>In every regime the network, without the edges into variables that were set, explains the correlations:
 *       {@link NetworkFit#unexplained}, with weights of that regime.
 *   <li>A variable that is no target follows from its causes in every regime in the same way: equal coefficients (F
 *       test of Chow 1960) and equal noise variances (by their logarithms, with the column's own fourth moment).
 *   <li>A variable that was set does not follow from its causes.
 * </ul>
 *
 * <p>The last two name a variable and regime beyond what chance does once in a thousand studies (Bonferroni).
 */
final class RegimeFit {

    private static final double CHANCE = 1e-3;
    /** Fewer degrees of freedom per parent are too few for the limits of the tests. */
    private static final int LEAST_DEGREES = 10;

    private final RegimeMoments moments;
    private final int d;
    private final int[][] parents;
    private final List<Doubt> doubts = new ArrayList<>();
    private final OptionalDouble unexplained;
    private final int freedom;
    private final int questions;

    /** A variable whose behaviour in a regime contradicts the declared intervention. */
    record Doubt(int variable, int regime, boolean set) {}

    RegimeFit(RegimeMoments moments, WeightMatrix network) {
        this.moments = moments;
        this.d = network.variables();
        this.parents = new int[d][];
        for (int j = 0; j < d; j++) {
            int target = j;
            parents[j] = IntStream.range(0, d)
                    .filter(i -> network.hasEdge(i, target))
                    .toArray();
        }
        double deviance = 0;
        int pairs = 0;
        for (int r = 0; r < regimes(); r++) {
            double[] s = moments.of(r).covariance();
            List<Integer> constant = IntStream.range(0, d)
                    .filter(j -> !(s[j * (d + 1)] > 0))
                    .peek(j -> s[j * (d + 1)] = 1)
                    .boxed()
                    .toList();
            NetworkFit fit = new NetworkFit(d, d, s, weights(r, s));
            OptionalDouble q = fit.unexplained((double) moments.of(r).degrees());
            // a constant column has no correlations to be explained; two of them share a pair
            int k = constant.size();
            int own = fit.freedom() - k * (d - 1) + k * (k - 1) / 2;
            if (q.isPresent() && own > 0) {
                deviance += q.getAsDouble() * fit.freedom();
                pairs += own;
            }
        }
        this.freedom = pairs;
        this.unexplained = pairs > 0 ? OptionalDouble.of(deviance / pairs) : OptionalDouble.empty();
        this.questions = compare();
    }

    private int regimes() {
        return moments.regimes().all().size();
    }

    /** Least squares in one regime; nothing leads into a variable that was set. */
    WeightMatrix weights(int r, double[] s) {
        Regimes.Regime regime = moments.regimes().all().get(r);
        double[] weights = new double[d * d];
        for (int j = 0; j < d; j++) {
            if (!regime.set().contains(j)) {
                Fit fit = new Fit(s, j, parents[j]);
                for (int a = 0; a < fit.used.length; a++) {
                    weights[fit.used[a] * d + j] = fit.coefficients[a];
                }
            }
        }
        return WeightMatrix.ofRows(d, weights);
    }

    /** Q over all regimes, about 1 when the network explains them; empty of few rows. */
    OptionalDouble unexplained() {
        return unexplained;
    }

    /** The pairs that Q is over. */
    int freedom() {
        return freedom;
    }

    /**
     * Whether variables follow from their causes as was declared, with the share of those that do not; where most do
     * not, no single target is the reason, and none is named.
     */
    Finding mechanisms() {
        OptionalDouble share =
                questions == 0 ? OptionalDouble.empty() : OptionalDouble.of(doubts.size() / (double) questions);
        Finding found = Finding.of(Misfit.MECHANISMS_DIFFER, share, !doubts.isEmpty());
        return new Finding(
                found.about(),
                found.outcome(),
                share,
                2 * doubts.size() > questions
                        ? List.of()
                        : doubts.stream()
                                .sorted(Comparator.comparing(Doubt::set).thenComparing(Doubt::regime))
                                .map(this::place)
                                .toList());
    }

    private Finding.Place place(Doubt doubt) {
        Regimes regimes = moments.regimes();
        String where = regimes.where(regimes.all().get(doubt.regime()));
        return new Finding.Place(
                doubt.variable(),
                doubt.variable(),
                OptionalDouble.empty(),
                doubt.set() ? where + ", though set there" : where);
    }

    private int compare() {
        List<Doubt> asked = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            int[] own = moments.untouched(j);
            for (int r = 0; r < regimes(); r++) {
                Regimes.Regime regime = moments.regimes().all().get(r);
                if (regime.set().contains(j)) {
                    asked.add(new Doubt(j, r, true));
                } else if (own.length > 1 && !regime.targets().contains(j)) {
                    asked.add(new Doubt(j, r, false));
                }
            }
        }
        double chance = CHANCE / (2.0 * Math.max(1, asked.size()));
        for (Doubt question : asked) {
            if (question.set() ? follows(question, chance) : differs(question, chance)) {
                doubts.add(question);
            }
        }
        return asked.size();
    }

    private boolean follows(Doubt question, double chance) {
        WithinSites own = moments.of(question.regime());
        double[] s = own.covariance();
        int j = question.variable();
        double variance = s[j * (d + 1)];
        Fit fit = new Fit(s, j, parents[j]);
        if (!(variance > 0) || fit.isTooLarge((double) own.degrees()) || fit.used.length == 0) {
            return false;
        }
        double deviance = own.degrees() * Math.log(variance / fit.residual);
        return deviance / fit.used.length > SiteAgreement.quantile(fit.used.length, chance);
    }

    /** Whether a variable follows from its causes otherwise than in all other regimes where it is no target. */
    private boolean differs(Doubt question, double chance) {
        int j = question.variable();
        WithinSites one = moments.of(question.regime());
        double[] rest = new double[d * d];
        double degrees = 0;
        double fourths = 0;
        double rows = 0;
        for (int r : moments.untouched(j)) {
            WithinSites own = moments.of(r);
            double fourth = own.shapeRows() > 0 && own.covariance()[j * (d + 1)] > 0 ? own.fourth(j) : 3;
            fourths += own.rows() * fourth;
            rows += own.rows();
            if (r != question.regime()) {
                add(rest, own.covariance(), (double) own.degrees());
                degrees += own.degrees();
            }
        }
        double[] both = rest.clone();
        double mine = one.degrees();
        add(both, one.covariance(), mine);
        scale(rest, degrees);
        scale(both, degrees + mine);
        Fit here = new Fit(one.covariance(), j, parents[j]);
        Fit there = new Fit(rest, j, parents[j]);
        Fit joint = new Fit(both, j, parents[j]);
        if (here.isTooLarge(mine) || there.isTooLarge(degrees) || joint.isTooLarge(degrees + mine)) {
            return false;
        }
        double variance = Math.log(here.free(mine) / there.free(degrees));
        double spread = Math.sqrt(Math.max(2, fourths / rows - 1) * (1 / mine + 1 / degrees));
        if (Math.abs(variance) / spread > -new NormalDistribution().inverseCumulativeProbability(chance / 2)) {
            return true;
        }
        // a cause that is constant on one side has no coefficient there
        int k = here.used.length + there.used.length - joint.used.length;
        if (k < 1) {
            return false;
        }
        double apart = mine * here.residual + degrees * there.residual;
        double more = Math.max(0, (degrees + mine) * joint.residual - apart);
        return more / k / (apart / (mine + degrees)) > SiteAgreement.quantile(k, chance);
    }

    private static void add(double[] sum, double[] s, double times) {
        for (int k = 0; k < sum.length; k++) {
            sum[k] += times * s[k];
        }
    }

    private static void scale(double[] sum, double by) {
        for (int k = 0; k < sum.length; k++) {
            sum[k] /= by;
        }
    }

    /** The regression on those causes that vary and are not determined by the others. */
    private final class Fit {
        private final int[] used;
        private final double[] coefficients;
        private final double residual;

        Fit(double[] s, int target, int[] causes) {
            TargetRegression regression = new TargetRegression(d, s, target, d);
            this.used = IntStream.of(causes)
                    .filter(i -> s[i * (d + 1)] > 0 && regression.add(i))
                    .toArray();
            this.coefficients = regression.coefficients(new double[used.length]);
            this.residual = regression.residualVariance();
        }

        boolean isTooLarge(double degrees) {
            return !(residual > 0) || degrees < LEAST_DEGREES * (used.length + 1.0);
        }

        /** The residual variance without bias. */
        double free(double degrees) {
            return degrees * residual / (degrees - used.length);
        }
    }
}
