// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Recognises the literals, quoted names and comments of one family of databases, which are no parts of a statement. A
 * semicolon that one dialect hides may be visible in another. Immutable.
 */
enum SqlDialect {
    STANDARD("", Rule.NESTED_COMMENTS),
    POSTGRESQL("PostgreSQL", Rule.NESTED_COMMENTS, Rule.E_LITERALS, Rule.DOLLAR_QUOTES),
    POSTGRESQL_WITH_BACKSLASHES("PostgreSQL", Rule.NESTED_COMMENTS, Rule.BACKSLASHES, Rule.DOLLAR_QUOTES),
    MYSQL(
            "MySQL|MariaDB",
            Rule.BACKSLASHES,
            Rule.BACKSLASHES_IN_NAMES,
            Rule.BACKTICKS,
            Rule.HASH_COMMENTS,
            Rule.DASHES_NEED_SPACE),
    MYSQL_WITH_QUOTED_NAMES(
            "MySQL|MariaDB", Rule.BACKSLASHES, Rule.BACKTICKS, Rule.HASH_COMMENTS, Rule.DASHES_NEED_SPACE),
    MYSQL_WITHOUT_BACKSLASHES("MySQL|MariaDB", Rule.BACKTICKS, Rule.HASH_COMMENTS, Rule.DASHES_NEED_SPACE),
    ORACLE("Oracle", Rule.Q_LITERALS),
    SQL_SERVER("Microsoft SQL Server", Rule.NESTED_COMMENTS, Rule.BRACKETS),
    SQLITE("SQLite", Rule.BRACKETS, Rule.BACKTICKS),
    H2("H2", Rule.NESTED_COMMENTS, Rule.SLASH_COMMENTS, Rule.DOLLAR_QUOTES, Rule.BACKTICKS);

    /** Stands for a literal or a quoted name in {@link #tokens}. */
    static final String QUOTED = "'";

    private static final char FIRST_BEYOND_ASCII = 128;

    private enum Rule {
        NESTED_COMMENTS,
        BACKSLASHES,
        BACKSLASHES_IN_NAMES,
        E_LITERALS,
        Q_LITERALS,
        DOLLAR_QUOTES,
        BACKTICKS,
        BRACKETS,
        HASH_COMMENTS,
        SLASH_COMMENTS,
        DASHES_NEED_SPACE
    }

    @SuppressWarnings("ImmutableEnumChecker") // never changed after construction
    private final Set<Rule> rules;

    private final String products;

    SqlDialect(String products, Rule first, Rule... others) {
        this.products = products;
        this.rules = EnumSet.of(first, others);
    }

    /** The dialects that a database may speak, depending on its settings; all of them for one that is not known. */
    static List<SqlDialect> of(String product) {
        List<SqlDialect> spoken = Arrays.stream(values())
                .filter(dialect -> List.of(dialect.products.split("\\|")).contains(product))
                .toList();
        return product.isEmpty() || spoken.isEmpty() ? List.of(values()) : spoken;
    }

    /** Words in capitals, {@link #QUOTED}, and single characters; a literal or comment may reach to the end. */
    List<String> tokens(String sql) {
        return pieces(sql, false);
    }

    List<String> words(String sql) {
        return pieces(sql, true);
    }

    private List<String> pieces(String sql, boolean quoted) {
        List<String> tokens = new ArrayList<>();
        int at = 0;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            int behindComment = behindComment(sql, at);
            if (Character.isWhitespace(c) && !(quoted && isUnclear(c))) {
                at++;
            } else if (behindComment > at) {
                at = behindComment;
            } else if (beginsName(c)) {
                int end = behindWord(sql, at);
                String word = sql.substring(at, end).toUpperCase(Locale.ROOT);
                int behindLiteral = behindMarkedLiteral(sql, word, end);
                tokens.add(behindLiteral == end ? word : quoted ? sql.substring(end, behindLiteral) : QUOTED);
                at = behindLiteral;
            } else {
                int behindQuoted = behindQuoted(sql, at);
                tokens.add(behindQuoted == at ? String.valueOf(c) : quoted ? sql.substring(at, behindQuoted) : QUOTED);
                at = Math.max(behindQuoted, at + 1);
            }
        }
        return tokens;
    }

    private static int behindWord(String sql, int from) {
        int at = from;
        while (at < sql.length()
                && (beginsName(sql.charAt(at)) || Character.isDigit(sql.charAt(at)) || sql.charAt(at) == '$')) {
            at++;
        }
        return at;
    }

    /** Databases take all signs beyond ASCII for letters, also marks that combine and halves of a pair. */
    static boolean beginsName(char c) {
        return Character.isLetter(c) || c == '_' || (c >= FIRST_BEYOND_ASCII && !isUnclear(c));
    }

    /** Spaces and formats beyond ASCII: some databases end a name there, and others do not. */
    static boolean isUnclear(char c) {
        return c >= FIRST_BEYOND_ASCII
                && (Character.isWhitespace(c)
                        || Character.isSpaceChar(c)
                        || Character.isISOControl(c)
                        || Character.getType(c) == Character.FORMAT);
    }

    private int behindComment(String sql, int at) {
        boolean dashes = sql.startsWith("--", at)
                && (!rules.contains(Rule.DASHES_NEED_SPACE)
                        || at + 2 >= sql.length()
                        || Character.isWhitespace(sql.charAt(at + 2)));
        if (dashes
                || (rules.contains(Rule.HASH_COMMENTS) && sql.charAt(at) == '#')
                || (rules.contains(Rule.SLASH_COMMENTS) && sql.startsWith("//", at))) {
            return behind(sql, "\n", at);
        }
        return sql.startsWith("/*", at) ? behindBlockComment(sql, at) : at;
    }

    private int behindBlockComment(String sql, int from) {
        int depth = 1;
        int at = from + 2;
        while (at < sql.length() && depth > 0) {
            if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else if (rules.contains(Rule.NESTED_COMMENTS) && sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else {
                at++;
            }
        }
        return Math.min(at, sql.length());
    }

    /** E'…' and q'[…]', which a word marks; its end when the word marks nothing. */
    private int behindMarkedLiteral(String sql, String word, int end) {
        if (end >= sql.length() || sql.charAt(end) != '\'') {
            return end;
        }
        if (rules.contains(Rule.E_LITERALS) && word.equals("E")) {
            return behindQuotes(sql, end, '\'', true);
        }
        if (rules.contains(Rule.Q_LITERALS) && (word.equals("Q") || word.equals("NQ")) && end + 1 < sql.length()) {
            char open = sql.charAt(end + 1);
            int pair = "[{(<".indexOf(open);
            return behind(sql, (pair < 0 ? open : "]})>".charAt(pair)) + "'", end + 2);
        }
        return end;
    }

    private int behindQuoted(String sql, int at) {
        char c = sql.charAt(at);
        if (c == '\'') {
            return behindQuotes(sql, at, c, rules.contains(Rule.BACKSLASHES));
        }
        if (c == '"') {
            return behindQuotes(sql, at, c, rules.contains(Rule.BACKSLASHES_IN_NAMES));
        }
        if (c == '`' && rules.contains(Rule.BACKTICKS)) {
            return behindQuotes(sql, at, c, false);
        }
        if (c == '[' && rules.contains(Rule.BRACKETS)) {
            return behind(sql, "]", at);
        }
        return c == '$' && rules.contains(Rule.DOLLAR_QUOTES) ? behindDollars(sql, at) : at;
    }

    /** A doubled quote is one of the text. */
    private static int behindQuotes(String sql, int from, char quote, boolean backslashes) {
        int at = from + 1;
        while (at < sql.length() && (sql.charAt(at) != quote || sql.startsWith(String.valueOf(quote), at + 1))) {
            at += sql.charAt(at) == quote || (backslashes && sql.charAt(at) == '\\') ? 2 : 1;
        }
        return Math.min(at + 1, sql.length());
    }

    private static int behindDollars(String sql, int from) {
        int end = from + 1 < sql.length() && Character.isDigit(sql.charAt(from + 1)) ? from : from + 1;
        while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
            end++;
        }
        boolean quotes = end > from && end < sql.length() && sql.charAt(end) == '$';
        return quotes ? behind(sql, sql.substring(from, end + 1), end + 1) : from;
    }

    private static int behind(String sql, String end, int from) {
        int at = sql.indexOf(end, from);
        return at < 0 ? sql.length() : at + end.length();
    }
}
