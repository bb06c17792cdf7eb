// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

/**
 * A site's own policy forbids what was asked, or a gate that enforces a budget met a computation without a guarantee.
 * Nothing was recorded and nothing was opened.
 */
public final class PolicyRefusedException extends PrivacyException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what was refused.
     *
     * @param message what the policy allows and what was asked
     */
    public PolicyRefusedException(String message) {
        super(message);
    }
}
