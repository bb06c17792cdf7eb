// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import java.util.Optional;

/** Why a sum is wanted, which decides how often it may be released. */
public enum Purpose {
    /** A statistic of one data version: released at most once, over all sites of the roster. */
    STATISTIC(1),
    /**
     * Changes of iterates without a budget, or with noise that sites share: over all sites of the roster in every
     * round.
     */
    CHANGE(2),
    /**
     * Changes of iterates in which every site hides its own part with its own noise: over the sites that are there,
     * from a quorum on.
     */
    NOISY_CHANGE(3);

    private final int code;

    Purpose(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /**
     * Whether nothing but the sum hides a site's input, so that every sum must be over all sites of the roster. Sums
     * over sites that come and go would tell it: the total of a site that is dropped stays, those of the others become
     * what the coordinator sends.
     */
    public boolean needsAll() {
        return this != NOISY_CHANGE;
    }

    public static Optional<Purpose> of(int code) {
        for (Purpose purpose : values()) {
            if (purpose.code == code) {
                return Optional.of(purpose);
            }
        }
        return Optional.empty();
    }
}
