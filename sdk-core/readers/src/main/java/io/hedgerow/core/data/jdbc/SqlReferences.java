// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The names in a query at positions where a table can stand, and the functions that it calls. It knows parentheses,
 * FROM lists, joins and the names of WITH, and no more of SQL: what it does not understand is a complaint, never a
 * query without tables. Functions must be among those that are known to compute from their arguments alone.
 */
final class SqlReferences {

    private static final Set<String> QUERIES = words("SELECT WITH VALUES TABLE FROM");

    /** Reserved wherever they end a list of tables, so that none can be the name of a table in it. */
    private static final Set<String> BEHIND_TABLES =
            words("SELECT WHERE GROUP ORDER HAVING UNION INTERSECT EXCEPT LIMIT");

    private static final Set<String> BEFORE_A_TABLE = words("JOIN APPLY STRAIGHT_JOIN");

    /** Functions with FROM or IN between their arguments. */
    private static final Set<String> WITH_FROM = words("EXTRACT SUBSTRING TRIM OVERLAY POSITION");

    private static final Set<String> FILE_READERS = words("""
            READ_PARQUET PARQUET_SCAN READ_CSV READ_CSV_AUTO READ_JSON READ_JSON_AUTO READ_NDJSON
            READ_NDJSON_AUTO
            """);

    /** How DuckDB writes lists and structures in definitions. */
    private static final Set<String> LISTS = words("LIST_VALUE STRUCT_PACK");

    private static final String COMPUTED = "it reads files whose paths are computed";

    /** Words before a parenthesis that call nothing. */
    private static final Set<String> KEYWORDS = words("""
            SELECT FROM JOIN APPLY WHERE ON AND OR NOT IN ANY ALL SOME EXISTS AS BY HAVING WHEN THEN ELSE CASE
            BETWEEN LIKE ILIKE IS DISTINCT OVER FILTER GROUP SETS ROLLUP CUBE VALUES UNION EXCEPT INTERSECT
            MINUS LIMIT OFFSET FETCH FIRST NEXT USING WITH MATERIALIZED LATERAL ONLY ARRAY ROW QUALIFY EXCLUDE
            """);

    private static final Set<String> FUNCTIONS = words("""
            ABS ACOS AGE ARRAY_AGG ASIN ATAN ATAN2 AVG BOOL_AND BOOL_OR CAST CBRT CEIL CEILING CHAR_LENGTH
            COALESCE CONCAT CONVERT CORR COS COSH COT COUNT COVAR_POP COVAR_SAMP CUME_DIST DATE DATEADD DATEDIFF
            DATE_ADD DATE_DIFF DATE_PART DATE_TRUNC DAY DAYOFYEAR DECODE DEGREES DENSE_RANK DIV EVERY EXP
            EXTRACT FIRST_VALUE FLOOR GENERATE_SERIES GREATEST GROUPING IF IFNULL IIF ISNULL JSON_EXTRACT
            JSON_EXTRACT_STRING JSON_VALID JULIANDAY LAG LAST_VALUE LEAD LEAST LEFT LENGTH LIST_VALUE LN LOG
            LOG10 LOG2 LOWER LPAD LTRIM MAX MEDIAN MIN MOD MONTH NTH_VALUE NTILE NULLIF NVL OVERLAY
            PERCENTILE_CONT PERCENTILE_DISC PERCENT_RANK PI POSITION POW POWER QUARTER RADIANS RAND RANDOM RANK
            REGEXP_REPLACE REGR_SLOPE REPLACE RIGHT ROUND ROW_NUMBER RPAD RTRIM SIGN SIN SINH SQRT STDDEV
            STDDEV_POP STDDEV_SAMP STRFTIME STRING_AGG STRUCT_PACK SUBSTR SUBSTRING SUM SYSTEM_RANGE TAN TANH
            TO_CHAR TO_DATE TO_NUMBER TO_TIMESTAMP TRIM TRUNC TRUNCATE TRY_CAST UNNEST UPPER VARIANCE VAR_POP
            VAR_SAMP WEEK WIDTH_BUCKET YEAR BIT CHAR CHARACTER DECIMAL DOUBLE FLOAT INTERVAL NUMBER NUMERIC
            NVARCHAR TIME TIMESTAMP VARCHAR VARYING
            """);

    private static final Set<String> UNQUOTED_SIGNS = words(". @ ! #");

    /** One pair of parentheses: a list of arguments, a query, or tables. */
    private static final class Part {
        private final boolean withFrom;
        private final Set<String> named = new HashSet<>();
        private boolean query;
        private boolean tables;
        private boolean tableNext;

        Part(boolean withFrom, boolean tables) {
            this.withFrom = withFrom;
            this.tables = tables;
            this.tableNext = tables;
        }
    }

    private final List<String> text;
    private final boolean ofFiles;
    private final Deque<Part> parts = new ArrayDeque<>();
    private final List<List<String>> relations = new ArrayList<>();
    private final List<String> files = new ArrayList<>();
    private Optional<String> complaint = Optional.empty();
    private int at;

    private SqlReferences(List<String> text, boolean ofFiles) {
        this.text = text;
        this.ofFiles = ofFiles;
    }

    /** Reads the words of a text; {@code ofFiles} when tables may be files by their paths. */
    static SqlReferences of(List<String> words, boolean ofFiles) {
        SqlReferences read = new SqlReferences(words, ofFiles);
        read.requireReadable();
        read.parts.push(new Part(false, false));
        while (read.at < words.size()) {
            read.readOne();
        }
        return read;
    }

    /** Complains of names by the numbers of their letters, and of signs that are spaces to some databases only. */
    private void requireReadable() {
        for (int k = 0; k < text.size(); k++) {
            if (word(k).equals("U") && word(k + 1).equals("&") && word(k + 2).startsWith("\"")) {
                complain("it writes a name by the numbers of its letters");
            }
            if (word(k).length() == 1 && SqlDialect.isUnclear(word(k).charAt(0))) {
                complain("it has a sign outside of quotes that is a space to some databases and a letter to others");
            }
        }
    }

    private static Set<String> words(String list) {
        return Set.of(list.strip().split("\\s+"));
    }

    /** The names where tables stand, each from its outermost part, without those of WITH. */
    List<List<String>> relations() {
        return relations;
    }

    /** The files that functions read. */
    List<String> files() {
        return files;
    }

    /** The first thing that may read what no name of a table tells. */
    Optional<String> complaint() {
        return complaint;
    }

    /** A name without its quotes. */
    static String unquoted(String word) {
        char first = word.charAt(0);
        if ("'\"`[".indexOf(first) < 0 || word.length() < 2) {
            return word;
        }
        String quote = String.valueOf(first);
        return word.substring(1, word.length() - 1).replace(quote + quote, quote);
    }

    private String word(int index) {
        return index >= 0 && index < text.size() ? text.get(index) : "";
    }

    private boolean isName(int index) {
        String word = word(index);
        return !word.isEmpty() && (SqlDialect.beginsName(word.charAt(0)) || "'\"`[".indexOf(word.charAt(0)) >= 0);
    }

    private void complain(String why) {
        complaint = complaint.or(() -> Optional.of(why));
    }

    private void readOne() {
        Part here = parts.element();
        String word = word(at);
        if (word.equals("(")) {
            requireKnownCall(at - 1);
            parts.push(new Part(WITH_FROM.contains(word(at - 1)), here.tableNext));
            here.tableNext = false;
        } else if (word.equals(")")) {
            if (parts.size() > 1) {
                parts.pop();
            }
        } else if (here.tableNext && QUERIES.contains(word)) {
            here.tableNext = false;
            here.tables = false;
            readWord(here, word);
        } else if (here.tableNext && !word.equals("ONLY") && !word.equals("LATERAL")) {
            readTable(here);
            return;
        } else if (!word(at - 1).equals(".") || !isName(at - 2)) {
            readWord(here, word);
        }
        at++;
    }

    private void readTable(Part here) {
        here.tableNext = false;
        if (!isName(at)) {
            complain("what it reads from is no name of a table");
            at++;
            return;
        }
        List<String> name = new ArrayList<>(List.of(unquoted(word(at))));
        at++;
        while (word(at).equals(".") && isName(at + 1)) {
            name.add(unquoted(word(at + 1)));
            at += 2;
        }
        if (UNQUOTED_SIGNS.contains(word(at))) {
            complain("it reads " + String.join(".", name) + " of another database");
        } else if (!word(at).equals("(") && !(name.size() == 1 && isNamed(name.get(0)))) {
            relations.add(List.copyOf(name));
        }
    }

    private boolean isNamed(String name) {
        return parts.stream().anyMatch(part -> part.named.contains(name.toUpperCase(Locale.ROOT)));
    }

    private void readWord(Part here, String word) {
        if (word.equals("FROM")) {
            boolean comparison = word(at - 1).equals("DISTINCT")
                    && (word(at - 2).equals("IS") || word(at - 2).equals("NOT"));
            if (!comparison && (here.query || !here.withFrom)) {
                here.tables = true;
                here.tableNext = true;
            }
        } else if (BEFORE_A_TABLE.contains(word)) {
            here.tables = true;
            here.tableNext = true;
        } else if (word.equals(",")) {
            here.tableNext = here.tables;
        } else if (word.equals("TABLE") || word.equals("IN")) {
            // SQLite's IN may have the name of a table
            here.tableNext = !word(at + 1).equals("(") && (here.query || !here.withFrom);
        } else if (word.equals("AS")) {
            nameQuery(here);
        } else if (BEHIND_TABLES.contains(word)) {
            here.query |= word.equals("SELECT");
            here.tables = false;
        }
    }

    /** Notes the name of WITH that AS and a query follow. */
    private void nameQuery(Part here) {
        if (queryFollows(at)) {
            int name = word(at - 1).equals(")") ? opening(at - 1) - 1 : at - 1;
            if (isName(name)) {
                here.named.add(unquoted(word(name)).toUpperCase(Locale.ROOT));
            }
        }
    }

    /** Whether AS is followed by a query in parentheses. */
    private boolean queryFollows(int as) {
        int next = as + 1;
        next += word(next).equals("NOT") ? 1 : 0;
        next += word(next).equals("MATERIALIZED") ? 1 : 0;
        return word(as).equals("AS")
                && word(next).equals("(")
                && QUERIES.contains(word(next + 1))
                && (!word(next + 1).equals("VALUES") || word(next + 2).equals("("));
    }

    private int opening(int closing) {
        int depth = 0;
        for (int k = closing; k >= 0; k--) {
            depth += word(k).equals(")") ? 1 : word(k).equals("(") ? -1 : 0;
            if (depth == 0) {
                return k;
            }
        }
        return -1;
    }

    private int closing(int opening) {
        int depth = 0;
        for (int k = opening; k < text.size(); k++) {
            depth += word(k).equals("(") ? 1 : word(k).equals(")") ? -1 : 0;
            if (depth == 0) {
                return k;
            }
        }
        return text.size();
    }

    /** Complains of a call, unless the name before the parenthesis is a keyword, a type, an alias or known. */
    private void requireKnownCall(int name) {
        if (!isName(name)) {
            return;
        }
        String called = unquoted(word(name)).toUpperCase(Locale.ROOT);
        String before = word(name - 1);
        boolean qualified = before.equals(".") && !word(name - 2).equalsIgnoreCase("PG_CATALOG");
        boolean harmless = (word(name).equals(called) && KEYWORDS.contains(called))
                || Set.of("AS", "VIEW").contains(before)
                || (before.equals(":") && word(name - 2).equals(":")) // a cast; one colon is behind an alias
                || queryFollows(closing(name + 1) + 1)
                || FUNCTIONS.contains(called);
        if (!qualified && ofFiles && FILE_READERS.contains(called)) {
            readFiles(name + 1);
        } else if (qualified || !harmless) {
            complain("it calls " + called + ", which may read anything");
        }
    }

    /** The paths among the arguments: literals, alone or in a list. A setting has a name, and is no path. */
    private void readFiles(int opening) {
        int end = closing(opening);
        int paths = 0;
        for (int k = opening + 1; k < end; k++) {
            String before = word(k - 1);
            String next = word(k + 1);
            if (word(k).startsWith("'")) {
                if (Set.of("(", "[", ",").contains(before)
                        && Set.of(")", "]", ",").contains(next)) {
                    files.add(unquoted(word(k)));
                    paths++;
                } else if (!Set.of("=", ":", "{", ",").contains(before)) {
                    complain(COMPUTED);
                }
            } else if (isName(k)) {
                boolean list =
                        next.equals("(") && LISTS.contains(unquoted(word(k)).toUpperCase(Locale.ROOT));
                boolean setting = Set.of("=", ":").contains(next)
                        || (before.equals("=") && Set.of("TRUE", "FALSE").contains(word(k)));
                if (!list && !setting) {
                    complain(COMPUTED);
                }
            } else if (word(k).equals("|") || word(k).equals("+")) {
                complain(COMPUTED);
            }
        }
        if (paths == 0) {
            complain(COMPUTED);
        }
    }
}
