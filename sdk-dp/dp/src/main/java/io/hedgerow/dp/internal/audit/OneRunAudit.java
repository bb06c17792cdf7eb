// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.Accountant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Tries to refute a claim by the scores of many canaries in a single run ({@link OneRunBound}). If the claim is true,
 * it is refuted with probability at most 1 − confidence; a claim that is not refuted is not proved.
 *
 * <p>The canaries with the largest scores, positive or negative, are guessed by the sign; how many follows from the
 * claim, before anything ran: as many as promise the largest bound if scores were normal with the claimed μ. Half the
 * error goes to the bound on ε at δ. The rest goes to the claim's curve and the bound on μ, which look twice: at as
 * many guesses as promise most, and at all canaries, which says more of noise far below the claimed one. The curve is
 * the claim's at thirty values of δ, each an (ε, δ) that holds.
 *
 * <p>Thread-safe when the accountant is.
 */
public final class OneRunAudit {

    private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
    /** Candidates for the number of guesses: each smaller than the one before by this factor. */
    private static final double SHRINK = 0.7;

    /** Runs with fewer right guesses than those that a fault is judged by. */
    private static final double UNLUCKY = 0.1;

    private static final int POINTS = 30;
    private static final double LEAST_DELTA = 1e-12;

    private final Accountant accountant;
    private final double confidence;

    /**
     * The bounds of one run, beside the claim.
     *
     * @param bounds with the claimed μ of the Gaussian noise with the claimed ε at δ
     * @param canaries m
     * @param guesses r of the bound on ε
     * @param right how many of them were right
     */
    public record Finding(ClaimAudit.Bounds bounds, int canaries, int guesses, int right) {}

    /** A confidence above 0.5 and &lt; 1. */
    public OneRunAudit(Accountant accountant, double confidence) {
        EmpiricalEpsilon.requireMeasurable(0, confidence);
        this.accountant = accountant;
        this.confidence = confidence;
    }

    /**
     * Compares what one run showed with the claim.
     *
     * @param claimed the cost of the run
     * @param delta δ of the report, &gt; 0
     * @param scores of each canary, computed from what an adversary sees: positive when its coin seems to be true
     * @param coins the coins themselves
     */
    public Finding run(MechanismEvent claimed, double delta, double[] scores, boolean[] coins) {
        EmpiricalEpsilon.requireMeasurable(delta, confidence);
        if (scores.length != coins.length || scores.length == 0 || delta == 0) {
            throw new IllegalArgumentException("there must be a score for each coin, one at least, and delta > 0, were "
                    + scores.length + ", " + coins.length + " and " + delta);
        }
        int m = coins.length;
        double error = (1 - confidence) / 2;
        double claimedEpsilon = accountant.epsilon(claimed, delta);
        double claimedMu = ClaimAudit.gaussianMu(claimedEpsilon, delta);
        int few = most(m, r -> OneRunBound.roughEpsilon(m, r, (int) expected(m, r, claimedMu), delta, error));
        int many = most(m, r -> OneRunBound.roughMu(m, r, (int) expected(m, r, claimedMu), error / 2));
        Integer[] order = IntStream.range(0, m).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingDouble(k -> -Math.abs(scores[k])));
        int right = right(order, few, scores, coins);
        double epsilon = OneRunBound.epsilon(m, few, right, delta, error);
        DoubleUnaryOperator curve = curve(claimed);
        double mu = 0;
        boolean refuted = epsilon > claimedEpsilon;
        for (int guesses : new int[] {many, m}) {
            int found = right(order, guesses, scores, coins);
            mu = Math.max(mu, OneRunBound.mu(m, guesses, found, error / 2));
            refuted |= OneRunBound.isBelow(m, guesses, found, error / 2, curve);
        }
        double detectable = DetectionPower.smallest(factor -> isSeen(m, many, factor * claimedMu, error, curve));
        return new Finding(
                new ClaimAudit.Bounds(claimedEpsilon, claimedMu, delta, epsilon, mu, refuted, detectable),
                m,
                few,
                right);
    }

    /**
     * Whether normal scores that are μ apart refute the claim's curve in nine of ten runs: by so many right guesses.
     */
    private static boolean isSeen(int m, int many, double mu, double error, DoubleUnaryOperator curve) {
        return IntStream.of(many, m).anyMatch(guesses -> {
            double rate = expected(m, guesses, mu) / guesses;
            int unlucky = new BinomialDistribution(null, guesses, rate).inverseCumulativeProbability(UNLUCKY);
            return OneRunBound.isBelow(m, guesses, unlucky, error / 2, curve);
        });
    }

    private static int right(Integer[] order, int guesses, double[] scores, boolean[] coins) {
        int right = 0;
        for (int k = 0; k < guesses; k++) {
            right += (scores[order[k]] > 0) == coins[order[k]] ? 1 : 0;
        }
        return right;
    }

    /** The number of guesses with the largest promise. */
    private static int most(int canaries, IntToDoubleFunction promise) {
        int best = canaries;
        double largest = Double.NEGATIVE_INFINITY;
        for (double r = canaries; r >= 1; r *= SHRINK) {
            double found = promise.applyAsDouble((int) r);
            if (found > largest) {
                largest = found;
                best = (int) r;
            }
        }
        return best;
    }

    /**
     * The expected number of right guesses among the r largest of m scores that are normal about ±μ/2: a score is
     * beyond s on the right side with probability Φ(μ/2 − s), on the wrong one with Φ(−μ/2 − s), and both together are
     * r/m.
     */
    private static double expected(int m, int guesses, double mu) {
        double low = 0;
        double high = 40 + mu;
        for (int halving = 0; halving < 40; halving++) {
            double s = 0.5 * (low + high);
            double beyond = NORMAL.cumulativeProbability(mu / 2 - s) + NORMAL.cumulativeProbability(-mu / 2 - s);
            if (m * beyond > guesses) {
                low = s;
            } else {
                high = s;
            }
        }
        return Math.min(guesses, m * NORMAL.cumulativeProbability(mu / 2 - low));
    }

    /** h of the claim: the largest of what each of its (ε, δ) demands of a set and of its complement. */
    private DoubleUnaryOperator curve(MechanismEvent claimed) {
        List<double[]> lines = new ArrayList<>();
        for (int k = 0; k < POINTS; k++) {
            double delta = 0.5 * Math.pow(LEAST_DELTA / 0.5, k / (POINTS - 1.0));
            double epsilon = accountant.epsilon(claimed, delta);
            if (epsilon < Double.POSITIVE_INFINITY) {
                lines.add(new double[] {Math.exp(epsilon), delta});
            }
        }
        return y -> {
            double most = 0;
            for (double[] line : lines) {
                most = Math.max(most, Math.max((y - line[1]) / line[0], 1 - line[1] - line[0] * (1 - y)));
            }
            return most;
        };
    }
}
