// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import io.hedgerow.core.internal.text.NumberToken;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that a text is one query that only reads. Asked before a database sees the text, because some databases commit
 * by themselves before they create, change or drop anything, and some drivers run several statements at once. The text
 * must be one statement that begins with SELECT, WITH, VALUES or TABLE, without a word that changes records or objects,
 * in every {@link SqlDialect} that the database may speak. Functions are not looked into, since their names do not tell
 * what they do.
 */
final class ReadingQuery {

    private static final String SQL_SERVER = "Microsoft SQL Server";
    private static final List<String> BEGINNINGS = List.of("SELECT", "WITH", "VALUES", "TABLE");

    /** Change or lock records inside of a query: WITH … AS (DELETE …), SELECT … INTO, … FOR UPDATE. */
    private static final Set<String> CHANGING =
            Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "UPSERT", "INTO", "EXEC", "EXECUTE");

    /** More of them where a statement may follow another one without a semicolon, as on SQL Server. */
    private static final Set<String> FOLLOWING = Set.of(
            "CREATE",
            "ALTER",
            "DROP",
            "TRUNCATE",
            "GRANT",
            "REVOKE",
            "DENY",
            "COMMIT",
            "ROLLBACK",
            "KILL",
            "SHUTDOWN",
            "DBCC",
            "BACKUP",
            "RESTORE",
            "WRITETEXT",
            "UPDATETEXT");

    /** Words after FOR or in hints that lock rows until the reading ends. */
    private static final Set<String> LOCKING = Set.of("UPDLOCK", "XLOCK", "TABLOCKX");

    /** Define objects where statements need no semicolon between them; alone they may be columns or functions. */
    private static final Set<String> DEFINING = Set.of("CREATE", "ALTER", "DROP", "TRUNCATE");

    private static final Set<String> OBJECTS = Set.of(
            "TABLE",
            "VIEW",
            "INDEX",
            "SCHEMA",
            "DATABASE",
            "PROCEDURE",
            "PROC",
            "FUNCTION",
            "TRIGGER",
            "SEQUENCE",
            "TYPE",
            "USER",
            "LOGIN",
            "ROLE",
            "SYNONYM");

    private ReadingQuery() {}

    /** The complaint about a text; empty when it is one query that reads, for a database of that product name. */
    static Optional<String> complaint(String sql, String product) {
        boolean unusual = sql.chars().anyMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t');
        if (unusual || sql.replace("\r\n", "\n").indexOf('\r') >= 0) {
            return Optional.of("holds a control character");
        }
        if (sql.contains("/*!") || sql.contains("/*M!")) {
            return Optional.of("holds a comment that MySQL runs");
        }
        return SqlDialect.of(product).stream()
                .flatMap(dialect -> complaint(dialect.tokens(sql), product.equals(SQL_SERVER)).stream())
                .findFirst();
    }

    private static Optional<String> complaint(List<String> tokens, boolean statementsFollow) {
        int first = 0;
        while (first < tokens.size() && tokens.get(first).equals("(")) {
            first++;
        }
        if (first == tokens.size() || !BEGINNINGS.contains(tokens.get(first))) {
            return Optional.of("begins with "
                    + (first == tokens.size() ? "nothing" : NumberToken.quote(tokens.get(first)))
                    + ", allowed are " + String.join(", ", BEGINNINGS));
        }
        for (int k = first; k < tokens.size(); k++) {
            String token = tokens.get(k);
            String following = k + 1 < tokens.size() ? tokens.get(k + 1) : "";
            if (token.equals(";") && !following.isEmpty()) {
                return Optional.of("holds a second statement behind a semicolon");
            }
            boolean locks = LOCKING.contains(token)
                    || (token.equals("FOR") && Set.of("SHARE", "KEY", "NO").contains(following))
                    || (token.equals("LOCK") && following.equals("IN"));
            if (CHANGING.contains(token)
                    || locks
                    || (statementsFollow && FOLLOWING.contains(token))
                    || (DEFINING.contains(token) && OBJECTS.contains(following))) {
                return Optional.of("holds " + token + ", which changes or locks records; quote it where it is a name");
            }
        }
        return Optional.empty();
    }
}
