// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

/**
 * A sum is none of as many encoded vectors as were said to be in it: a mask is missing or wrong, or a site sent
 * something else.
 */
public final class CorruptSumException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what was checked.
     *
     * @param message without values
     */
    public CorruptSumException(String message) {
        super(message);
    }
}
