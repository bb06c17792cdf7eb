// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import java.util.Locale;

/**
 * A fault and when it comes.
 *
 * @param party a site, or {@link Party#COORDINATOR}
 * @param at progress at which it comes: the share of the bytes that the party's networks carry in an undisturbed study
 * @param millis how long it lasts
 */
record Fault(FaultKind kind, String party, double at, long millis) {
    Fault {
        if (!(at >= 0 && at <= 1)) {
            throw new IllegalArgumentException("at must be from 0 to 1, was " + at);
        }
        if (!kind.isOfProcess() && party.equals(Party.COORDINATOR)) {
            throw new IllegalArgumentException(kind.dashed() + " must be of a site, was of the coordinator");
        }
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s of %s at %.3f of its bytes, for %d ms", kind.dashed(), party, at, millis);
    }
}
