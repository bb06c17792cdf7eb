// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

/** A computation without a privacy guarantee met a gate that enforces a budget. Nothing was opened. */
public final class NonPrivateRefusedException extends PrivacyException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what was refused and what to do.
     *
     * @param message what was refused
     */
    public NonPrivateRefusedException(String message) {
        super(message);
    }
}
