// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Canaries for one run of a release of second moments: each has two variables of its own, H and ±H, and zeros
 * elsewhere, so it moves one entry beside the diagonal that no other moves.
 *
 * <p>Symbols: d variables, m ≤ d(d − 1)/2 canaries. Under replace-one the coin decides the sign: the products u uᵀ of
 * the two rows differ by ±1 in the two entries of that pair, which is √2 and so the whole of what replacing a row can
 * change, and nothing else of the release knows the coin. With zero-out the coin decides between the row and zeros: of
 * its product, of norm 1, the two entries of the pair are the part √½, and what it adds to the diagonal it shares with
 * the canaries of the same variables.
 *
 * <p>Immutable and thread-safe.
 */
public final class CanaryPairs {

    /** A cell beyond every bound. */
    private static final double HEIGHT = 1e6;

    private final int canaries;
    private final boolean zeroOut;
    private final int d;

    /** Creates m ≥ 1 canaries over the fewest variables that have a pair for each. */
    public CanaryPairs(int canaries, boolean zeroOut) {
        if (canaries < 1) {
            throw new IllegalArgumentException("canaries must be at least 1, was " + canaries);
        }
        this.canaries = canaries;
        this.zeroOut = zeroOut;
        this.d = fewest(canaries);
    }

    private static int fewest(int canaries) {
        int d = 2;
        while (d * (d - 1) / 2 < canaries) {
            d++;
        }
        return d;
    }

    /** m. */
    public int count() {
        return canaries;
    }

    /** d. */
    public int variables() {
        return d;
    }

    /** A fair coin for each canary, which follow from the seed by SHA-256. */
    public boolean[] coins(long seed) {
        boolean[] coins = new boolean[canaries];
        for (int k = 0; k < canaries; k++) {
            byte[] asked =
                    ByteBuffer.allocate(2 * Long.BYTES).putLong(seed).putLong(k).array();
            coins[k] = Sha256.of(asked)[0] < 0;
        }
        return coins;
    }

    /** The rows of the site, [m, d], by the coins of all canaries. */
    public double[][] rows(boolean[] coins) {
        double[][] rows = new double[canaries][d];
        int k = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d && k < canaries; j++, k++) {
                if (coins[k] || !zeroOut) {
                    rows[k][i] = HEIGHT;
                    rows[k][j] = coins[k] ? HEIGHT : -HEIGHT;
                }
            }
        }
        return rows;
    }

    /** The score of each canary, from the sum of the products of {@code dp-gram} as the coordinator has it. */
    public double[] scores(Parameters products) {
        return scores((i, j) -> products.get(MomentDesign.index(d, i, j)));
    }

    /** The same from second moments, [d, d] by rows, that the coordinator computed; canaries must not be zeroed out. */
    public double[] scores(double[] moments) {
        return scores((i, j) -> moments[i * d + j]);
    }

    private interface Entries {
        double of(int i, int j);
    }

    private double[] scores(Entries entries) {
        double[] scores = new double[canaries];
        // halfway between what the two rows add
        double middle = zeroOut ? 0.25 : 0;
        int k = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d && k < canaries; j++, k++) {
                scores[k] = entries.of(i, j) - middle;
            }
        }
        return scores;
    }

    /** The rows of canaries and behind them {@code each} rows along every axis, [m + each·d, d]. */
    public double[][] rowsAndAxes(boolean[] coins, int each) {
        double[][] rows = Arrays.copyOf(rows(coins), canaries + each * d);
        for (int k = canaries; k < rows.length; k++) {
            rows[k] = new double[d];
            rows[k][(k - canaries) % d] = HEIGHT;
        }
        return rows;
    }
}
