// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.accounting.PrivacyBudget;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Tries to refute the claim that a run costs no more than its event states. If the claim is true, it is refuted with
 * probability at most 1 − confidence; a claim that is not refuted is not proved.
 *
 * <p>Two sets S of outputs are chosen on the first fifth of the runs, their probabilities p = P(S) and q = Q(S) are
 * bounded on the rest, all four bounds at once at the confidence:
 *
 * <ol>
 *   <li>the set that is best for ε ≥ ln((p − δ) / q) at the δ of the report ({@link EmpiricalEpsilon});
 *   <li>the set that is best for μ ≥ Φ⁻¹(p) − Φ⁻¹(q), the Gaussian noise of which p and q are a power and a level
 *       (Dong, Roth and Su 2022; Nasr et al. 2023).
 * </ol>
 *
 * <p>The second needs no rare outputs and comes much closer. It refutes a claim through the claim's whole curve ε(δ):
 * with e^ε′ = φ(Φ⁻¹(p)) / φ(Φ⁻¹(q)) and δ′ = p − e^ε′·q, every (ε, δ′) with ε &lt; ε′ is impossible. For Gaussian noise
 * that is exactly a bound on μ; no other claim needs to be Gaussian for the refutation to be valid. The first set is
 * also held against the claim at ε = 1, where δ′ = p − e·q: outputs of two values and outputs that tell the data sets
 * apart have no other set.
 *
 * <p>Thread-safe when the accountant is.
 */
public final class ClaimAudit {

    /** The share of the claim from which a bound is sharp. */
    private static final double SHARP = 0.95;

    private static final int MORE_RUNS = 4;
    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    /** The slope at the chosen point must be away from 1, where the curve ε(δ) has ended. */
    private static final double LEAST_SLOPE = 0.25;
    /** The δ at ε = 1 above which the claim is evaluated there. */
    private static final double SEPARATED = 0.05;

    private final Accountant accountant;
    private final int runs;
    private final double confidence;
    private final int looks;

    /**
     * Lower bounds on the cost of a mechanism, beside the claim.
     *
     * @param claimedEpsilon ε that the accountant gives for the event at δ
     * @param claimedMu the Gaussian noise whose curve the claim meets where the audit probed it
     * @param delta δ of the report
     * @param epsilon lower bound on ε at δ; at least 0
     * @param mu lower bound on μ, if the mechanism has the curve of some Gaussian noise; at least 0
     * @param refuted whether the claim is impossible
     * @param detectable the smallest factor by which the mechanism would have to cost more than it did in these runs
     *     for the claim to be refuted with probability 0.9 ({@link DetectionPower}); infinite where none would be seen
     */
    public record Bounds(
            double claimedEpsilon,
            double claimedMu,
            double delta,
            double epsilon,
            double mu,
            boolean refuted,
            double detectable) {

        /**
         * ε at δ of the Gaussian noise of {@link #mu}, 0 when that is 0: an extrapolation to the δ of the report, which
         * no number of runs could show; {@link #epsilon} when δ is 0. Exact for Gaussian mechanisms only.
         */
        public double extrapolatedEpsilon() {
            if (delta == 0) {
                return epsilon;
            }
            return mu > 0 ? AnalyticGaussian.epsilon(mu, delta) : 0;
        }

        /** {@link #detectable}; null where no fault would be seen. */
        public @Nullable Double factor() {
            return detectable < Double.POSITIVE_INFINITY ? detectable : null;
        }

        /** The ratio of the bound to the claim, of ε at δ = 0, of μ otherwise: below 1 unless the claim is refuted. */
        public double tightness() {
            return delta == 0 ? epsilon / claimedEpsilon : mu / claimedMu;
        }
    }

    /**
     * The bounds of a mechanism.
     *
     * @param mechanism as named by the case
     * @param runs on each data set
     */
    public record Finding(String mechanism, Bounds bounds, int runs) {}

    /** At least 100 runs on each data set; a confidence above 0.5 and &lt; 1. */
    public ClaimAudit(Accountant accountant, int runs, double confidence) {
        this(accountant, runs, confidence, 1);
        EmpiricalEpsilon.requireMeasurable(0, confidence);
        if (runs < 100) {
            throw new IllegalArgumentException("runs must be at least 100, was " + runs);
        }
    }

    private ClaimAudit(Accountant accountant, int runs, double confidence, int looks) {
        this.accountant = accountant;
        this.runs = runs;
        this.confidence = confidence;
        this.looks = looks;
    }

    /**
     * The same audit, which looks again with four times as many new runs, so many times in all at most, until the claim
     * is refuted or the bound is within a twentieth of it. Each look has its share of the error, so the confidence is
     * that of all together.
     */
    public ClaimAudit looking(int times) {
        return new ClaimAudit(accountant, runs, confidence, times);
    }

    /** Runs the mechanism and compares its bound with the claim. */
    public Finding run(AuditCase audited) {
        Finding found = look(audited, runs);
        for (int k = 1; k < looks && !isSharp(found.bounds()); k++) {
            found = look(audited, Math.multiplyExact(found.runs(), MORE_RUNS));
        }
        return found;
    }

    private static boolean isSharp(Bounds bounds) {
        return bounds.refuted() || bounds.tightness() >= SHARP;
    }

    private Finding look(AuditCase audited, int times) {
        double delta = audited.delta();
        double error = (1 - confidence) / 4 / looks;
        SplitSample sample = new SplitSample(audited.left(), audited.right(), times);
        SplitSample.Rates tail = sample.best((p, q) -> EmpiricalEpsilon.bound(p, q, delta), error);
        SplitSample.Rates bulk = sample.best(ClaimAudit::gaussianGain, error);
        double claimed = accountant.epsilon(audited.claimed(), delta);
        double epsilon = Math.max(0, EmpiricalEpsilon.bound(tail.atLeast(), tail.atMost(), delta));
        double mu = Math.max(0, mu(bulk.atLeast(), bulk.atMost()));
        double slope = logSlope(bulk.atLeast(), bulk.atMost());
        double probe = bulk.atLeast() - Math.exp(slope) * bulk.atMost();
        boolean probes = mu > 0 && slope > 0 && probe > 0;
        double claimedThere = probes ? accountant.epsilon(audited.claimed(), probe) : Double.POSITIVE_INFINITY;
        double claimedMu = probes ? gaussianMu(claimedThere, probe) : gaussianMu(claimed, Math.max(delta, 1e-9));
        boolean refuted = epsilon > claimed || slope > claimedThere || separates(audited, tail);
        double detectable = delta == 0
                ? DetectionPower.ofEpsilon(tail.p(), tail.q(), claimed, sample.bounding(), error)
                : DetectionPower.ofMu(bulk.p(), bulk.q(), claimedMu, sample.bounding(), error);
        return new Finding(
                audited.mechanism(), new Bounds(claimed, claimedMu, delta, epsilon, mu, refuted, detectable), times);
    }

    /**
     * Whether a set shows at ε = 1 a larger δ than claimed; the bound on μ does not use sets that are as likely on one
     * data set as unlikely on the other.
     */
    private boolean separates(AuditCase audited, SplitSample.Rates rates) {
        double shown = rates.atLeast() - Math.exp(1) * rates.atMost();
        return shown > SEPARATED && accountant.epsilon(audited.claimed(), shown) < 1;
    }

    static double gaussianMu(double epsilon, double delta) {
        if (epsilon == Double.POSITIVE_INFINITY) {
            return epsilon;
        }
        // at ε = 0 the inverse is not defined; the Gaussian of a tiny ε is as good
        return AnalyticGaussian.mu(new PrivacyBudget(Math.max(epsilon, 1e-9), delta));
    }

    private static double gaussianGain(double p, double q) {
        double mu = mu(p, q);
        return logSlope(p, q) >= LEAST_SLOPE * mu * mu ? mu : Double.NEGATIVE_INFINITY;
    }

    private static double mu(double p, double q) {
        return p <= 0 || q >= 1 || p <= q ? Double.NEGATIVE_INFINITY : quantile(p) - quantile(q);
    }

    /** ln of φ(Φ⁻¹(p)) / φ(Φ⁻¹(q)), the slope of the trade-off curve of Gaussian noise through the point. */
    private static double logSlope(double p, double q) {
        if (p <= 0 || q >= 1 || p <= q) {
            return Double.NEGATIVE_INFINITY;
        }
        double zp = quantile(p);
        double zq = quantile(q);
        return 0.5 * (zq * zq - zp * zp);
    }

    private static double quantile(double probability) {
        return NORMAL.inverseCumulativeProbability(probability);
    }
}
