// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.duckdb;

import org.jspecify.annotations.Nullable;

/** Describes a failure, also where the driver gives no message. */
final class Reason {

    private Reason() {}

    static String of(Throwable thrown) {
        @Nullable String message = thrown.getMessage();
        return message == null || message.isBlank() ? thrown.getClass().getSimpleName() : message;
    }
}
