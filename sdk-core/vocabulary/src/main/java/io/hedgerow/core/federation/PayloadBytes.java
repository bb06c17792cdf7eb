// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

/**
 * The bytes of the payloads between sites and coordinator, without headers and repetitions. Public, by their length.
 *
 * @param up what sites sent
 * @param down what sites received
 */
public record PayloadBytes(long up, long down) {

    /** No bytes in either direction. */
    public static final PayloadBytes NONE = new PayloadBytes(0, 0);

    /**
     * {@return the sum of both}
     *
     * @param other bytes of other messages
     */
    public PayloadBytes plus(PayloadBytes other) {
        return new PayloadBytes(up + other.up, down + other.down);
    }

    /** {@return bytes in both directions} */
    public long total() {
        return up + down;
    }
}
