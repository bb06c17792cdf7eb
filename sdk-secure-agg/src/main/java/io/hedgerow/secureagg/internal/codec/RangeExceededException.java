// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

/**
 * A value does not fit the public range of its block, so the site abstains: values are never clipped silently. An
 * abstention tells one bit about the site's data; choose the bound so that it does not happen.
 */
public final class RangeExceededException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final double bound;

    public RangeExceededException(double bound) {
        super("every value must be finite and at most " + bound + " in magnitude, one was not");
        this.bound = bound;
    }

    public double bound() {
        return bound;
    }
}
