// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

import java.util.Objects;

/**
 * The rules by which values are encoded and sent. Public and the same for all sites.
 *
 * @param encoding how values are written
 * @param resolution the step to which sent values are rounded by {@link ValueEncoding#FLOAT32} and
 *     {@link ValueEncoding#FIXED}; a power of two, so that multiples of it are exact
 * @param resendThreshold an entry of the consensus is sent again only when it moved by more than this; at least 0
 * @param supportThreshold an edge of the consensus whose unconstrained size, the norm of all parameters that carry it,
 *     is smaller than this is held at 0; at least 0
 */
public record CommunicationPolicy(
        ValueEncoding encoding, double resolution, double resendThreshold, double supportThreshold) {

    /**
     * The largest magnitude of a value that a site can send behind masks in rounds towards a consensus, in units of the
     * model: beyond any parameter or change of one in a study that has not diverged. A site with a larger one ends the
     * round without sending it.
     */
    public static final double LARGEST_SUMMED = 0x1p20;

    public CommunicationPolicy {
        Objects.requireNonNull(encoding, "encoding");
        if (!(resolution > 0) || resolution > 1 || Math.scalb(1.0, Math.getExponent(resolution)) != resolution) {
            throw new IllegalArgumentException("resolution must be a power of two in (0, 1], was " + resolution);
        }
        if (!(resendThreshold >= 0 && resendThreshold < Double.POSITIVE_INFINITY)
                || !(supportThreshold >= 0 && supportThreshold < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("resendThreshold and supportThreshold must be finite and >= 0, were "
                    + resendThreshold + " and " + supportThreshold);
        }
    }

    /** {@return the policy of the published algorithms: everything that changed, as doubles} */
    public static CommunicationPolicy exact() {
        return new CommunicationPolicy(ValueEncoding.FLOAT64, 0x1p-40, 0, 0);
    }

    /**
     * Creates a policy whose steps are small against a threshold: about 1/4000 of it.
     *
     * @param edgeThreshold the weight below which an edge will be dropped; &gt; 0
     */
    public static CommunicationPolicy economical(double edgeThreshold) {
        if (!(edgeThreshold > 0) || edgeThreshold == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("edgeThreshold must be finite and > 0, was " + edgeThreshold);
        }
        double resolution = Math.min(1, Math.scalb(1.0, Math.getExponent(edgeThreshold) - 11));
        return new CommunicationPolicy(ValueEncoding.FIXED, resolution, edgeThreshold / 30, edgeThreshold / 3);
    }

    /**
     * Returns the largest size of a change of a parameter vector, whatever changes and by how much: one byte and all
     * values as they are written. Values in fixed point have at most 2^53 steps of either sign, in groups of 7 bits.
     *
     * @param size entries of the vector; at least 1
     * @return bytes of payload at most
     */
    public long mostBytes(int size) {
        return 1 + (long) size * (encoding == ValueEncoding.FLOAT32 ? Float.BYTES : Double.BYTES);
    }

    /**
     * {@return the nearest value that this policy can send: rounded to the resolution; unchanged under
     * {@link ValueEncoding#FLOAT64}}
     *
     * @param value any finite number
     */
    public double round(double value) {
        return encoding == ValueEncoding.FLOAT64 ? value : Math.rint(value / resolution) * resolution;
    }

    /**
     * {@return a policy whose values are whole steps, as masked sums need them: this one if they already are; otherwise
     * with steps of 2⁻²⁴}
     */
    public CommunicationPolicy inSteps() {
        return encoding == ValueEncoding.FIXED
                ? this
                : new CommunicationPolicy(ValueEncoding.FIXED, 0x1p-24, resendThreshold, supportThreshold);
    }

    /** The number format in which changed values are written. Both ends continue from the values that were sent. */
    public enum ValueEncoding {
        /** IEEE double, 8 bytes: nothing is rounded. */
        FLOAT64,
        /** IEEE float of a change towards a multiple of the resolution, 4 bytes. */
        FLOAT32,
        /**
         * Whole multiples of the resolution with a variable length, 1 to 9 bytes, mostly 1 to 3. Sums are exact in any
         * order of the sites, because they are sums of integers, as long as they stay below 2^53 steps.
         */
        FIXED
    }
}
