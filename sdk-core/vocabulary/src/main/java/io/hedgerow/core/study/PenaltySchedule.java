// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

/**
 * A penalty that grows from round to round: min(initial · growth^round, cap). Constant when growth is 1.
 *
 * @param initial value in round 0; finite and &gt; 0
 * @param growth factor per round; at least 1
 * @param cap largest value; at least the initial one
 */
public record PenaltySchedule(double initial, double growth, double cap) {
    public PenaltySchedule {
        if (!(initial > 0) || initial == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("initial must be finite and > 0, was " + initial);
        }
        if (!(growth >= 1) || growth == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("growth must be finite and >= 1, was " + growth);
        }
        if (!(cap >= initial) || cap == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("cap must be finite and >= initial " + initial + ", was " + cap);
        }
    }

    /**
     * Creates a schedule with the same value in every round.
     *
     * @param value finite and &gt; 0
     */
    public static PenaltySchedule constant(double value) {
        return new PenaltySchedule(value, 1, value);
    }

    /**
     * {@return the penalty of a round, from 0}
     *
     * @param round from 0
     */
    public double at(int round) {
        // pow overflows to infinity for late rounds, which the cap then bounds
        return growth == 1 ? initial : Math.min(initial * StrictMath.pow(growth, round), cap);
    }
}
