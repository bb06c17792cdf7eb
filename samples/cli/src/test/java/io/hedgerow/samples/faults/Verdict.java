// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.core.internal.text.Words;

/**
 * What became of a case.
 *
 * @param detail the reason of a stop, or the first rule that was broken
 */
record Verdict(Outcome outcome, String detail) {

    /** From best to worst. */
    enum Outcome {
        /** Of an exact study, bit for bit. */
        SAME_NETWORK,
        /** Of a private study. */
        NETWORK,
        /** A clean stop; the same commands once more led to the network, at no further cost. */
        STOPPED_AND_WENT_ON,
        /** A clean stop; nothing was spent, so that the study can be begun under another name. */
        STOPPED_AT_NO_COST,
        /** A rule was broken. */
        BROKEN;

        String words() {
            return Words.dashed(this).replace('-', ' ');
        }
    }

    static Verdict broken(String rule) {
        return new Verdict(Outcome.BROKEN, rule);
    }
}
