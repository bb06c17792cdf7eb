// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.chain;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.regression.TargetRegression;
import java.util.Arrays;

/**
 * Regresses one variable on few of many candidates, averaged over the sets P of candidates: for each candidate the
 * posterior mean of its coefficient, which is 0 in sets without it.
 *
 * <p>Candidates and target have variance about 1. The score of P is −(n + 3)/2 log(1/2 + n r) − ½ [log det R + |P|
 * log(n v)] + |P| log(f / (1 − f)), R = S_PP + I/(n v), r what R leaves of the target's variance: the variance of the
 * noise is integrated out. f = {@value #SHARE}, v = {@value #SLAB}. One candidate is in every P.
 *
 * <p>Sampled by {@value #SWEEPS} Gibbs sweeps: each candidate goes in or out by its odds given the others, and each
 * that stays is then exchanged by the odds of the others in its place, because one cause can stand for another.
 * Deterministic for a seed. Cost: a sweep takes O(q k³) of q candidates, k of them in P.
 */
public final class AveragedRegression {

    private static final double SHARE = 0.01;
    private static final double SLAB = 0.1;
    private static final double ROWS_OF_PRIOR = 3;
    private static final double SQUARES_OF_PRIOR = 0.5;
    private static final int MOST_IN = 14;
    private static final int BURN_IN = 100;
    private static final int SWEEPS = 1000;

    private final int candidates;
    private final int always;
    private final double n;
    private final double inflation;
    private final TargetRegression regression;
    private final SearchRandom random;
    private final double[] odds;
    private final double[] mean;
    private int[] in;
    private double power = 1;

    private AveragedRegression(int candidates, double[] moments, int always, double rows, long seed) {
        this.candidates = candidates;
        this.always = always;
        this.n = rows;
        this.inflation = 1 / (n * SLAB);
        this.random = new SearchRandom(seed);
        this.odds = new double[candidates];
        this.mean = new double[candidates];
        this.in = new int[] {always};
        double[] ridged = moments.clone();
        for (int i = 0; i < candidates; i++) {
            ridged[i * (candidates + 2)] += inflation;
        }
        this.regression = new TargetRegression(candidates + 1, ridged, candidates, MOST_IN);
    }

    /** Posterior means of the coefficients, from moments, [q + 1, q + 1], the target last; 0 for {@code always}. */
    public static double[] of(int candidates, double[] moments, int always, double rows, long seed) {
        AveragedRegression chain = new AveragedRegression(candidates, moments, always, rows, seed);
        for (int sweep = 0; sweep < BURN_IN; sweep++) {
            chain.sweep(OrderChain.power(sweep, BURN_IN, rows));
        }
        Arrays.fill(chain.mean, 0);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            chain.sweep(1);
        }
        return Arrays.stream(chain.mean).map(sum -> sum / SWEEPS).toArray();
    }

    /** A sweep by odds raised to a power: at first the chain moves freely with any number of rows. */
    private void sweep(double power) {
        this.power = power;
        int[] before = in;
        set(before);
        for (int c = 0; c < candidates; c++) {
            if (!contains(before, c) && goesIn(c)) {
                set(with(in, c));
            }
        }
        for (int member : before) {
            if (member != always) {
                set(without(in, member));
                if (goesIn(member)) {
                    set(with(in, exchange()));
                }
            }
        }
    }

    private boolean goesIn(int c) {
        if (in.length == MOST_IN) {
            return false;
        }
        double in = 1 / (1 + Math.exp(-logOdds(c)));
        mean[c] += in * regression.coefficientWith(c);
        return random.nextDouble() < in;
    }

    private double logOdds(int c) {
        double gain = Math.log((SQUARES_OF_PRIOR + n * regression.residualVariance())
                / (SQUARES_OF_PRIOR + n * regression.residualVarianceWith(c)));
        double price = Math.log(regression.varianceLeft(c) / inflation);
        return power * ((n + ROWS_OF_PRIOR) / 2 * gain - price / 2 + Math.log(SHARE / (1 - SHARE)));
    }

    private int exchange() {
        double most = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < candidates; c++) {
            odds[c] = contains(in, c) ? Double.NEGATIVE_INFINITY : logOdds(c);
            most = Math.max(most, odds[c]);
        }
        double sum = 0;
        for (int c = 0; c < candidates; c++) {
            odds[c] = Math.exp(odds[c] - most);
            sum += odds[c];
        }
        double left = random.nextDouble() * sum;
        int last = -1;
        for (int c = 0; c < candidates && left >= 0; c++) {
            left -= odds[c];
            last = odds[c] > 0 ? c : last;
        }
        return last;
    }

    private void set(int[] members) {
        in = members;
        regression.clear();
        for (int member : members) {
            regression.add(member);
        }
    }

    private static boolean contains(int[] members, int c) {
        for (int member : members) {
            if (member == c) {
                return true;
            }
        }
        return false;
    }

    private static int[] with(int[] members, int c) {
        int[] more = Arrays.copyOf(members, members.length + 1);
        more[members.length] = c;
        return more;
    }

    private static int[] without(int[] members, int c) {
        return Arrays.stream(members).filter(member -> member != c).toArray();
    }
}
