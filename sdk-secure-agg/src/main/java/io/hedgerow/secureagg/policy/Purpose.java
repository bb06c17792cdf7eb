package io.hedgerow.secureagg.policy;

import java.util.Optional;

/** Why a sum is wanted, which decides how often it may be released. */
public enum Purpose {
    /** A statistic of one data version: released at most once, over all sites of the roster. */
    STATISTIC(1),
    /** Changes of iterates: each is added to a running total over all sites, so no sum is ever without a site. */
    CHANGE(2);

    private final int code;

    Purpose(int code) {
        this.code = code;
    }

    /**
     * The number of this purpose in messages.
     *
     * @return its code
     */
    public int code() {
        return code;
    }

    /**
     * Finds a purpose.
     *
     * @param code from a message
     * @return the purpose, or empty when there is none
     */
    public static Optional<Purpose> of(int code) {
        for (Purpose purpose : values()) {
            if (purpose.code == code) {
                return Optional.of(purpose);
            }
        }
        return Optional.empty();
    }
}
