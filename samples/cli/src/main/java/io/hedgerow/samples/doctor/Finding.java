// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.samples.output.ExitCode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of one check. Holds no record and nothing computed from records.
 *
 * @param fix the remedy; only where there is something to do
 * @param consequence the exit code of the doctor because of it; only of a failure
 */
public record Finding(
        String check,
        Status status,
        String found,
        @Nullable String fix,
        @Nullable ExitCode consequence) {

    public enum Status {
        /** The check passed. */
        PASS,
        /** The study can be joined today; an operator should act. */
        WARN,
        /** The study cannot be joined like this. */
        FAIL,
        /** The check was not made, for the reason in {@link Finding#found}. */
        SKIP;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public Finding {
        if ((status == Status.FAIL) != (consequence != null)) {
            throw new IllegalArgumentException("exactly a failure must have a consequence, " + check + " had not");
        }
    }

    static Finding pass(String check, String found) {
        return new Finding(check, Status.PASS, found, null, null);
    }

    static Finding warn(String check, String found, String fix) {
        return new Finding(check, Status.WARN, found, fix, null);
    }

    static Finding fail(String check, ExitCode consequence, String found, String fix) {
        return new Finding(check, Status.FAIL, found, fix, consequence);
    }

    static Finding skip(String check, String why) {
        return new Finding(check, Status.SKIP, why, null, null);
    }
}
