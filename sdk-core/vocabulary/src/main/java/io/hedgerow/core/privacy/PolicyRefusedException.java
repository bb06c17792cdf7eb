// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.Optional;

/**
 * A site's own policy forbids a request, or a gate that enforces a budget met a computation without a guarantee.
 * Nothing was recorded and nothing was opened.
 */
public final class PolicyRefusedException extends PrivacyException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    /**
     * Says what was refused.
     *
     * @param message what the policy allows and what was asked
     */
    public PolicyRefusedException(String message) {
        this(message, Reason.POLICY);
    }

    /**
     * Says what was refused, and by whom.
     *
     * @param message what is allowed and what was asked
     * @param reason the party that refuses
     */
    public PolicyRefusedException(String message, Reason reason) {
        super(message);
        this.reason = reason;
    }

    /**
     * {@return a refusal because of what the site released before, which its coordinator may have no way to know}
     *
     * @param message what was released, what was asked, and what to do
     */
    public static PolicyRefusedException afterRelease(String message) {
        return new PolicyRefusedException(message, Reason.RELEASED_BEFORE);
    }

    @Override
    public Optional<Reason> reason() {
        return Optional.of(reason);
    }

    /** {@return whether an earlier release of the site is the reason, so that no one else did anything wrong} */
    public boolean isAfterRelease() {
        return reason == Reason.RELEASED_BEFORE;
    }
}
