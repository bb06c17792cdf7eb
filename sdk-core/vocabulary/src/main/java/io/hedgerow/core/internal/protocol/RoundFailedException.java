// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.protocol;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import java.util.Optional;

/** A round has permanently failed for a site: it has no update and will have none, also after a restart. */
public final class RoundFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final SiteReply.Failure.Kind kind;

    /**
     * A failure.
     *
     * @param kind what the coordinator is told
     * @param message for the site's own people
     */
    public RoundFailedException(SiteReply.Failure.Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** {@return the kind that the coordinator is told} */
    public SiteReply.Failure.Kind kind() {
        return kind;
    }

    /**
     * {@return what refused, which the coordinator may be told as well}
     *
     * @param cause of a site's failure
     */
    public static Optional<PrivacyException.Reason> reasonOf(RuntimeException cause) {
        return cause instanceof PrivacyException refused ? refused.reason() : Optional.empty();
    }

    /**
     * {@return the kind that the coordinator may be told of an exception, without its words}
     *
     * @param cause of a site's failure
     */
    public static SiteReply.Failure.Kind kindOf(RuntimeException cause) {
        if (cause instanceof PrivacyException) {
            return SiteReply.Failure.Kind.REFUSED;
        }
        if (cause instanceof DataException || cause instanceof OpenRoundException) {
            return SiteReply.Failure.Kind.DATA_UNUSABLE;
        }
        if (cause instanceof ProtocolException) {
            return SiteReply.Failure.Kind.PROTOCOL;
        }
        return cause instanceof RoundFailedException before ? before.kind() : SiteReply.Failure.Kind.INTERNAL;
    }
}
