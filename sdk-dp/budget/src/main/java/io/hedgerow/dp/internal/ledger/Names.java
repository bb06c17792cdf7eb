// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.ledger;

import java.nio.charset.StandardCharsets;

/** Checks that a text can be written to a ledger and read back unchanged. */
public final class Names {

    private static final int LONGEST = 200;

    private Names() {}

    public static String requireWritable(String what, String text) {
        if (text.isBlank() || text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    what + " must be 1 to " + LONGEST + " characters and not blank, has " + text.length());
        }
        // A lone surrogate is no text; the encoder would replace it.
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text) || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(what + " must be text without control characters");
        }
        return text;
    }
}
