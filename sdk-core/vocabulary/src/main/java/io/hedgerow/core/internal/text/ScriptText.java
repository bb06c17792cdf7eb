// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Quotes foreign names in scripts for R and Python: nothing in them ends a string. */
public final class ScriptText {

    private ScriptText() {}

    public static String quoted(List<String> texts) {
        return texts.stream().map(ScriptText::quoted).collect(Collectors.joining(", "));
    }

    /** A text in quotes, with escapes that R and Python read alike. */
    public static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                out.append('\\').append((char) c);
            } else if (c < ' ' || c == 0x7f) {
                out.append(String.format(Locale.ROOT, "\\x%02x", c));
            } else {
                out.append((char) c);
            }
        });
        return out.append('"').toString();
    }
}
