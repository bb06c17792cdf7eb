// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes and reads lists of column names in one text, as parameters of plans have them: with separators between them. A
 * name that has a separator itself, or begins with a quotation mark, stands in quotation marks, which are doubled
 * inside of it.
 */
public final class QuotedNames {

    private static final Pattern PLAIN = Pattern.compile("[^\",;\\s]([^,;]*[^,;\\s])?");

    private QuotedNames() {}

    /** The text of which {@link #names} gives these again. */
    public static String listed(Collection<String> names) {
        return names.stream()
                .map(name -> PLAIN.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(", "));
    }

    /** The names between commas, stripped and without their quotation marks; none of a blank text. */
    public static List<String> names(String text) {
        return split(text, ',').stream()
                .map(part -> part.matches("(?s)\".*\"")
                        ? part.substring(1, part.length() - 1).replace("\"\"", "\"")
                        : part)
                .toList();
    }

    /** The parts between separators that are in no quotation marks, stripped; none of a blank text. */
    public static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        boolean inside = false;
        boolean begun = false;
        for (int k = 0; k < text.length(); k++) {
            char one = text.charAt(k);
            if (one == '"' && (inside || !begun)) {
                inside = !inside;
                // the second of two is one of the name, and goes on
                begun = inside;
            } else if (!inside && (one == ',' || one == ';')) {
                begun = false;
                if (one == separator) {
                    parts.add(text.substring(start, k).strip());
                    start = k + 1;
                }
            } else {
                begun |= !Character.isWhitespace(one);
            }
        }
        parts.add(text.substring(start).strip());
        return text.isBlank() ? List.of() : List.copyOf(parts);
    }
}
