// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Printable;

/** Splits a text in BIF into words and signs. Not thread-safe. */
final class BifTokens {

    private static final String SIGNS = "{}()[];,|";
    private static final int SHOWN = 60;

    /** A word, a quoted text (without its quotes) or a sign, empty at the end; lines count from 1. */
    record Token(String text, boolean quoted, int line) {

        boolean is(String sign) {
            return !quoted && text.equals(sign);
        }

        boolean isWord() {
            return quoted || (!text.isEmpty() && !SIGNS.contains(text));
        }

        String shown() {
            if (text.isEmpty() && !quoted) {
                return "the end of the file";
            }
            String one = Printable.line(text);
            return "\"" + (one.length() <= SHOWN ? one : one.substring(0, SHOWN) + "…") + "\"";
        }
    }

    private final String text;
    private final String source;
    private int at;
    private int line = 1;
    private Token next;

    BifTokens(String text, String source) {
        this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
        this.source = source;
        this.next = read();
    }

    Token peek() {
        return next;
    }

    Token next() {
        Token token = next;
        next = read();
        return token;
    }

    Token expect(String sign, String where) {
        Token token = next();
        if (!token.is(sign)) {
            throw problem(token, "must be \"" + sign + "\" " + where);
        }
        return token;
    }

    Token word(String what) {
        Token token = next();
        if (!token.isWord()) {
            throw problem(token, "must be " + what);
        }
        return token;
    }

    void separators() {
        while (next.is(",")) {
            next();
        }
    }

    /** Skips all up to the semicolon of a property, whose text is free; the next token is its first. */
    void skipProperty() {
        Token first = next;
        while (!next.is(";")) {
            if (next.text().isEmpty() && !next.quoted()) {
                throw problem(first, "the property must end with \";\", begins");
            }
            next();
        }
        next();
    }

    DataException problem(Token token, String must) {
        return new DataException(source + ", line " + token.line() + ": " + must + ", was " + token.shown());
    }

    DataException complaint(int where, String complaint) {
        return new DataException(source + ", line " + where + ": " + complaint);
    }

    private Token read() {
        skipBlanks();
        if (at == text.length()) {
            return new Token("", false, line);
        }
        char c = text.charAt(at);
        if (c == '"') {
            return quoted();
        }
        if (SIGNS.indexOf(c) >= 0) {
            at++;
            return new Token(String.valueOf(c), false, line);
        }
        int from = at;
        while (at < text.length() && isOfWord(text.charAt(at)) && !startsComment()) {
            at++;
        }
        return new Token(text.substring(from, at), false, line);
    }

    private static boolean isOfWord(char c) {
        return !isBlank(c) && c != '"' && SIGNS.indexOf(c) < 0;
    }

    private static boolean isBlank(char c) {
        return c <= ' ' || Character.isWhitespace(c);
    }

    /** Whether a word has to stand in quotes, so that it reads back to the letter. */
    static boolean needsQuotes(String word) {
        return word.isEmpty()
                || word.contains("//")
                || word.contains("/*")
                || word.charAt(0) == '\uFEFF'
                || !word.chars().allMatch(c -> isOfWord((char) c));
    }

    private boolean startsComment() {
        return text.startsWith("//", at) || text.startsWith("/*", at);
    }

    private void skipBlanks() {
        while (at < text.length()) {
            if (text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    throw complaint(line, "the comment must end with \"*/\", does not end");
                }
                count(at, end);
                at = end + 2;
            } else if (isBlank(text.charAt(at))) {
                count(at, at + 1);
                at++;
            } else {
                return;
            }
        }
    }

    private void count(int from, int to) {
        for (int k = from; k < to; k++) {
            line += text.charAt(k) == '\n' ? 1 : 0;
        }
    }

    /** A text in quotes, in which {@code \"} and {@code \\} stand for a quote and a backslash. */
    private Token quoted() {
        int begins = line;
        StringBuilder word = new StringBuilder();
        for (int k = at + 1; k < text.length(); k++) {
            char c = text.charAt(k);
            if (c == '"') {
                count(at, k);
                at = k + 1;
                return new Token(word.toString(), true, begins);
            }
            boolean escapes = c == '\\' && k + 1 < text.length() && "\"\\".indexOf(text.charAt(k + 1)) >= 0;
            if (escapes) {
                k++;
            }
            word.append(text.charAt(k));
        }
        throw complaint(begins, "the text in quotes must end with a quote, does not end");
    }
}
