package io.hedgerow.transport.study;

import java.nio.charset.StandardCharsets;

/** Texts of a plan that can be written and read back unchanged. */
final class PlanText {

    static final String NAME = "[A-Za-z0-9._-]{1,100}";
    static final String NAME_RULE = "1 to 100 letters, digits, dots, dashes or underscores";

    private static final int LONGEST = 200;

    private PlanText() {}

    static String require(String what, String text) {
        // A lone surrogate is no text; the encoder would replace it. Other line ends would break the canonical form's
        // lines.
        if (text.isBlank()
                || text.length() > LONGEST
                || !StandardCharsets.UTF_8.newEncoder().canEncode(text)
                || text.chars().anyMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x2029 || c == 0xFEFF)) {
            throw new IllegalArgumentException(
                    what + " must be 1 to " + LONGEST + " characters without control characters, had " + text.length());
        }
        return text;
    }

    static String requireName(String what, String text) {
        if (!text.matches(NAME)) {
            throw new IllegalArgumentException(what + " must be " + NAME_RULE + ", was \"" + text + "\"");
        }
        return text;
    }

    /** In double quotes, as YAML and the canonical form read it. */
    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
