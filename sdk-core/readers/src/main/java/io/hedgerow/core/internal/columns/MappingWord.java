// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import io.hedgerow.core.internal.text.Printable;
import java.util.Locale;
import java.util.Set;

/** Quotes names and levels for a mapping file. */
public final class MappingWord {

    /** Words that YAML does not read as texts. */
    private static final Set<String> WORDS = Set.of("null", "true", "false", "yes", "no", "on", "off");

    private MappingWord() {}

    /** In quotes unless it is a word that YAML reads as a text, and in one line. */
    public static String quoted(String text) {
        boolean plain = text.matches("[A-Za-z][A-Za-z0-9_.]*") && !WORDS.contains(text.toLowerCase(Locale.ROOT));
        return plain ? text : "\"" + Printable.line(text.replace("\\", "\\\\").replace("\"", "\\\"")) + "\"";
    }
}
