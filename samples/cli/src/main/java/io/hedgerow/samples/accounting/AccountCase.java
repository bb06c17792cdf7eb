// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.Accountant;
import io.hedgerow.dp.accounting.BasicAccountant;
import io.hedgerow.dp.accounting.RenyiAccountant;
import io.hedgerow.dp.accounting.ZcdpAccountant;
import java.util.List;

/** A composition of mechanisms whose ε is to be computed at a δ of at least 0 and &lt; 1. */
public record AccountCase(MechanismEvent event, double delta) {
    public AccountCase {
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
    }

    public static AccountCase of(List<MechanismEvent> steps, double delta) {
        return new AccountCase(new MechanismEvent.Sequence(steps), delta);
    }

    /**
     * ε of one case by every accountant, each rounded up; infinite where an accountant certifies none.
     *
     * @param basic the sum of all ε, with δ divided among the Gaussian calls
     * @param formula {@code ρ + 2√(ρ ln 1/δ)}
     * @param zcdp concentrated privacy with the best conversion
     * @param rdp Rényi privacy with tight curves
     */
    public record AccountedCase(double basic, double formula, double zcdp, double rdp, double certified) {

        /** Accounts for a case; the certified accountant's cache is shared between cases. */
        public static AccountedCase of(AccountCase input, Accountant certified) {
            return new AccountedCase(
                    new BasicAccountant().epsilon(input.event(), input.delta()),
                    ZcdpAccountant.standardEpsilon(ZcdpAccountant.rho(input.event()), input.delta()),
                    new ZcdpAccountant().epsilon(input.event(), input.delta()),
                    new RenyiAccountant().epsilon(input.event(), input.delta()),
                    certified.epsilon(input.event(), input.delta()));
        }
    }

    /** Reads numbers of a case, with messages that name the place, the allowed values and the text. */
    static final class CaseNumbers {

        private CaseNumbers() {}

        static double loss(String place, String text) {
            double value = number(text);
            if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException(place + " must be a finite number > 0, was \"" + text + "\"");
            }
            return value;
        }

        static double delta(String place, String text) {
            double value = number(text);
            if (!(value >= 0 && value < 1)) {
                throw new IllegalArgumentException(
                        place + " must be a number of at least 0 and < 1, was \"" + text + "\"");
            }
            return value;
        }

        /** A whole number from 1 to 10¹², far beyond any study and safe to add up. */
        static long count(String place, String text) {
            boolean whole = text.matches("[0-9]{1,13}");
            long value = whole ? Long.parseLong(text) : 0;
            if (value < 1 || value > 1_000_000_000_000L) {
                throw new IllegalArgumentException(
                        place + " must be a whole number from 1 to 1000000000000, was \"" + text + "\"");
            }
            return value;
        }

        /** Returns NaN for anything that is not plainly a decimal number. */
        private static double number(String text) {
            return text.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
                    ? Double.parseDouble(text)
                    : Double.NaN;
        }
    }
}
