package io.hedgerow.core.data;

/** The character between the fields of a line. */
public enum CsvSeparator {
    /** Looks at the first line only, outside quotes: a tab if there is one, else a semicolon, else a comma. */
    DETECT(','),
    /** {@code a,b}. */
    COMMA(','),
    /** {@code a;b}. */
    SEMICOLON(';'),
    /** A tab character. */
    TAB('\t');

    private final char character;

    CsvSeparator(char character) {
        this.character = character;
    }

    char character() {
        return character;
    }

    /** The separator to use for a file with this first line; never {@link #DETECT}. */
    CsvSeparator resolve(String firstLine) {
        if (this != DETECT) {
            return this;
        }
        boolean quoted = false;
        CsvSeparator found = COMMA;
        for (int i = 0; i < firstLine.length(); i++) {
            char c = firstLine.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c == '\t') {
                return TAB;
            } else if (!quoted && c == ';') {
                found = SEMICOLON;
            }
        }
        return found;
    }
}
