// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.greedy.settings;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.DeclaredNumber;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.greedy.gradient.ClippedGradient;
import io.hedgerow.dp.internal.greedy.gradient.SampleBlocks;
import java.util.OptionalLong;

/**
 * The units whose contribution a private solver bounds, their number, and the divisors of sums. Public.
 *
 * <p>With {@link Adjacency#REPLACE_ONE} the count must be the true one, which this adjacency makes public anyway; data
 * with another count are refused. With {@link Adjacency#ZERO_OUT} it is a public constant of about the true size, and
 * the true count is used nowhere.
 *
 * @param adjacency the neighbouring relation of the guarantee
 * @param count of units, by which sums over units are divided
 * @param divisor of sums over rows: a public constant
 * @param byUser whether all rows of a user are a unit
 */
public record ProtectedUnits(Adjacency adjacency, long count, double divisor, boolean byUser) {

    public ProtectedUnits {
        if (count < 1 || count > ClippedGradient.MAX_UNITS) {
            throw new IllegalArgumentException(
                    "the number of units must be from 1 to " + ClippedGradient.MAX_UNITS + ", was " + count);
        }
        if (!(divisor > 0) || divisor == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("divisor must be finite and > 0, was " + divisor);
        }
    }

    /**
     * Every row is a unit; sums are divided by the public number of rows, or a number of about that size with zero-out.
     */
    public static ProtectedUnits records(Adjacency adjacency, long count) {
        return new ProtectedUnits(adjacency, count, count, false);
    }

    /**
     * All rows of a user together are a unit. The data must know the user of each row, as
     * {@link io.hedgerow.core.data.rows.UserRows} does; a source that does not is refused before anything is charged.
     *
     * @param count the public number of users; of about that size with zero-out
     * @param divisor of sums over rows: a public constant of about the number of rows, which is not itself public here.
     *     With the number of users instead, a user with more rows weighs more in the loss
     */
    public static ProtectedUnits users(Adjacency adjacency, long count, double divisor) {
        return new ProtectedUnits(adjacency, count, divisor, true);
    }

    /** The most by which a unit can move a sum, in units of its bound: 2 when replaced, 1 when it becomes zeros. */
    public int sensitivity() {
        return adjacency == Adjacency.REPLACE_ONE ? 2 : 1;
    }

    /** The number of units that a site must have; empty where it is secret. */
    public OptionalLong publicCount() {
        return adjacency == Adjacency.REPLACE_ONE ? OptionalLong.of(count) : OptionalLong.empty();
    }

    /**
     * Refuses data whose counts are not as declared, where their number is public. A secret number is compared with
     * nothing: a refusal would tell it.
     *
     * @param secret whether the ledger that pays keeps the number secret, whatever this solver promises
     */
    public void requireMatch(SampleBlocks samples, boolean secret) {
        if (adjacency == Adjacency.REPLACE_ONE && !secret) {
            new DeclaredNumber(count, byUser)
                    .complaint(
                            "the data",
                            byUser ? samples.users() : samples.rows(),
                            "the study stays charged, because data are read only after that")
                    .ifPresent(complaint -> {
                        throw new DataException(complaint);
                    });
        }
    }
}
