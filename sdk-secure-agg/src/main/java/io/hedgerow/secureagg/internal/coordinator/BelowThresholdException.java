// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.coordinator;

/** Thrown when fewer sites are left than the threshold requires. Nothing was released; a retry needs a new slot. */
public final class BelowThresholdException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public enum Step {
        /** Before O1: too few sites announced themselves. */
        ADVERTISE,
        /** Before O2: too few sent shares. */
        SHARE,
        /** Before N1: too few sent their masked input. */
        MASK,
        /** Before N2: too few confirmed who is in the sum. */
        CONSISTENCY,
        /** Before N3: too few sent sound shares. */
        UNMASK
    }

    private final Step step;
    private final int have;
    private final int need;

    public BelowThresholdException(Step step, int have, int need) {
        super("step " + step + " must have at least " + need + " sites, had " + have);
        this.step = step;
        this.have = have;
        this.need = need;
    }

    public Step step() {
        return step;
    }

    public int have() {
        return have;
    }

    public int need() {
        return need;
    }
}
