// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.SiteFailure;
import io.hedgerow.core.protocol.encoding.ProtocolException;

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

    /**
     * {@return the kind that the coordinator may be told of an exception, without its words}
     *
     * @param cause of a site's failure
     */
    public static SiteFailure.Kind kindOf(RuntimeException cause) {
        if (cause instanceof PrivacyException) {
            return SiteFailure.Kind.REFUSED;
        }
        if (cause instanceof DataException) {
            return SiteFailure.Kind.DATA_UNUSABLE;
        }
        if (cause instanceof ProtocolException) {
            return SiteFailure.Kind.PROTOCOL;
        }
        return cause instanceof RoundFailedException before ? before.kind() : SiteFailure.Kind.INTERNAL;
    }
}
