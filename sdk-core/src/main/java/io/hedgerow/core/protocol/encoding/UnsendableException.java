// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.protocol.encoding;

/** A value that the study's encoding cannot carry. Its message names the entry, never the value. */
public final class UnsendableException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UnsendableException(String message) {
        super(message);
    }
}
