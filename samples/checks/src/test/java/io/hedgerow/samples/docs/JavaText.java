// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.util.ArrayList;
import java.util.List;

/**
 * A piece of a Java source that people read: a comment of Javadoc, or a literal.
 *
 * @param kind of the piece
 * @param text between its delimiters, as it stands in the source
 * @param line on which the piece begins, from 1
 */
record JavaText(Kind kind, String text, int line) {

    enum Kind {
        JAVADOC("/**", "*/"),
        COMMENT("/*", "*/"),
        LINE_COMMENT("//", "\n"),
        TEXT_BLOCK("\"\"\"", "\"\"\""),
        STRING("\"", "\""),
        CHARACTER("'", "'");

        private final String opening;
        private final String closing;

        Kind(String opening, String closing) {
            this.opening = opening;
            this.closing = closing;
        }

        private boolean hasEscapes() {
            return this == TEXT_BLOCK || this == STRING || this == CHARACTER;
        }

        private int end(String source, int from) {
            int at = from;
            while (at < source.length() && !source.startsWith(closing, at)) {
                at += hasEscapes() && source.charAt(at) == '\\' ? 2 : 1;
            }
            return Math.min(at, source.length());
        }
    }

    /** All pieces of a source in their order. */
    static List<JavaText> of(String source) {
        List<JavaText> pieces = new ArrayList<>();
        int line = 1;
        int at = 0;
        while (at < source.length()) {
            Kind kind = opened(source, at);
            int end = at + 1;
            if (kind != null) {
                int from = at + kind.opening.length();
                int to = kind.end(source, from);
                pieces.add(new JavaText(kind, source.substring(from, to), line));
                end = Math.min(to + kind.closing.length(), source.length());
            }
            line += (int)
                    source.substring(at, end).chars().filter(c -> c == '\n').count();
            at = end;
        }
        return pieces;
    }

    private static Kind opened(String source, int at) {
        for (Kind kind : Kind.values()) {
            if (source.startsWith(kind.opening, at) && !source.startsWith("/**/", at)) {
                return kind;
            }
        }
        return null;
    }
}
