// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

/**
 * A value does not fit the public range of its block, so the site abstains: values are never clipped silently. That a
 * site abstains tells one bit about its data; the bound is to be chosen so that it does not happen.
 */
public final class RangeExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final double bound;

    /**
     * Says which range was left, never by which value.
     *
     * @param bound the largest magnitude allowed
     */
    public RangeExceededException(double bound) {
        super("every value must be finite and at most " + bound + " in magnitude, one was not");
        this.bound = bound;
    }

    /** The largest magnitude allowed: the bound of the block. */
    public double bound() {
        return bound;
    }
}
