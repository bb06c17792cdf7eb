// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol;

/** A round that has failed for a site for good: it has no update and will have none, also after a restart. */
public final class RoundFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final SiteFailure.Kind kind;

    /**
     * A failure.
     *
     * @param kind what the coordinator is told
     * @param message for the site's own people
     */
    public RoundFailedException(SiteFailure.Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** {@return the kind that the coordinator is told} */
    public SiteFailure.Kind kind() {
        return kind;
    }
}
