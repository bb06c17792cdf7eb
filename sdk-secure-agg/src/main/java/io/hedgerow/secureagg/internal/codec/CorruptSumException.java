// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.codec;

/**
 * A sum does not belong to the expected number of encoded vectors: a mask is missing or wrong, or a site sent something
 * else.
 */
public final class CorruptSumException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CorruptSumException(String message) {
        super(message);
    }
}
