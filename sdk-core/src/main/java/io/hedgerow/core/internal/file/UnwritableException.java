// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.IOException;

/** A file could not be written, as on a full disk: waiting may help, and what was there before is sound. */
public final class UnwritableException extends IOException {

    private static final long serialVersionUID = 1L;

    public UnwritableException(String message, Throwable cause) {
        super(message, cause);
    }
}
