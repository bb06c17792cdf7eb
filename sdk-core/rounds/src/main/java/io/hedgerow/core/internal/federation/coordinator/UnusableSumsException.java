// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Words;
import java.util.function.Supplier;

/**
 * A sum is unusable, such as one with a negative number of rows, so no result follows. This ends the study: the same
 * sums are read after every restart.
 */
public final class UnusableSumsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final RuntimeException refusal;

    UnusableSumsException(RuntimeException refusal) {
        super("no result follows from the sums: " + Words.reason(refusal), refusal);
        this.refusal = refusal;
    }

    /** Computes a result from sums. Only this may run in it, so that what it refuses is what the sums say. */
    public static <T> T reading(Supplier<T> result) {
        try {
            return result.get();
        } catch (IllegalArgumentException | ArithmeticException | DataException refusal) {
            throw new UnusableSumsException(refusal);
        }
    }

    /** What the reader threw, for those who have the rows themselves. */
    public RuntimeException refusal() {
        return refusal;
    }
}
