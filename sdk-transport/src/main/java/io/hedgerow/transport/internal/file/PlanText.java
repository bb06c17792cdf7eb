// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

import io.hedgerow.core.internal.text.Printable;
import java.nio.charset.StandardCharsets;

/** Checks texts of plans and answers, so that they can be written and read back unchanged. */
public final class PlanText {

    /** The form of names of algorithms and of kinds of messages. */
    public static final String ID = "[a-z0-9][a-z0-9-]{0,63}";

    private static final int LONGEST = 200;

    private PlanText() {}

    public static String require(String what, String text) {
        return require(what, text, LONGEST);
    }

    public static String require(String what, String text, int longest) {
        // A lone surrogate is no text; the encoder would replace it. Other line ends would break the canonical form's
        // lines.
        if (text.isBlank()
                || text.length() > longest
                || !StandardCharsets.UTF_8.newEncoder().canEncode(text)
                || text.chars().anyMatch(c -> Character.isISOControl(c) || c == 0xFEFF)
                || Printable.misleading(text) >= 0) {
            throw new IllegalArgumentException(what + " must be 1 to " + longest
                    + " characters without control characters and invisible ones, had " + text.length());
        }
        return text;
    }

    public static void requireHash(String what, String hex) {
        if (!hex.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException(what + " must be 64 lower-case hexadecimal digits, was \"" + hex + "\"");
        }
    }

    /** In double quotes, as YAML and the canonical form read it. The text has no control characters. */
    public static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
