// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.channel;

/**
 * One end refused the other; {@link Refusal#retriable} says whether trying again may help. The message says what to do.
 */
public final class RefusedException extends WireException {

    private static final long serialVersionUID = 1L;
    private final Refusal refusal;

    /**
     * A refusal.
     *
     * @param refusal why
     * @param message what to do
     */
    public RefusedException(Refusal refusal, String message) {
        super(message);
        this.refusal = refusal;
    }

    /** {@return the reason} */
    public Refusal refusal() {
        return refusal;
    }
}
