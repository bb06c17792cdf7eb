// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingQueryTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT age FROM visits",
                "select age from visits;",
                "select age from visits ; -- the end\n /* ; */",
                "((select 1 as a) union (select 2))",
                "with v as (select age from visits) select age from v",
                "values (1, 2)",
                "table visits",
                "select age from visits where note = 'x; delete from visits'",
                "select age from visits where note = 'it''s; over'",
                "select age as \"update; x\" from visits",
                "select age as \"a\"\"; drop\" from visits",
                "select age /* ; delete */ from visits -- ; delete",
                "select age /* one /* two */ from visits",
                "select age from visits where note like 'a\\%' escape '\\'",
                "select truncate(age, 1) as a, replace(dose, 1, 2) as b from visits",
                "select alter, max(drop) as d from visits group by alter",
                "select dose from visits where dose > alter or alter > 9",
                "select created, last_update, into_ward from visits",
                "select v$age, t.a[1] from visits",
                "select 1 - -1 as a, 4 / 2 as b",
                "/*+ full(visits) */ select age from visits",
            })
    void complaint_aboutAQueryThatReads_isNone(String query) {
        assertEquals(Optional.empty(), ReadingQuery.complaint(query, "another"));
    }

    /** It runs what follows without a semicolon, and takes no notice of read-only connections. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "select a from t drop statistics t.s commit",
                "select a from t grant select on t to public",
                "select a from t create unique index i on t(a)",
                "select a from t shutdown"
            })
    void complaint_aboutAStatementThatFollowsOnSqlServer_isMade(String query) {
        assertTrue(ReadingQuery.complaint(query, "Microsoft SQL Server").isPresent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                ";",
                "delete from visits",
                "{call wipe()}",
                "call wipe()",
                "select 1; delete from visits",
                "select 1;;",
                "select 1; 'x'",
                "with gone as (delete from visits returning *) select id from gone",
                "select id from visits for update",
                "select id from visits for share",
                "select id from visits lock in share mode",
                "select id from visits with (updlock)",
                "select id into copied from visits",
                "select id from visits into outfile 'x'",
                // where no semicolon is needed
                "select 1 drop table visits",
                "select 1.delete from visits",
                "select 1delete from visits",
                "select 1 truncate table visits",
                "select 1 exec wipe",
                "select 1 create or alter procedure wipe as select 2",
                // hidden in some dialects only
                "select 1--1; delete from visits",
                "select 'a\\'; delete from visits; select '",
                "select 'a\\' ' ; delete from visits; -- '",
                "select 1 # ' \n; delete from visits # '",
                "select 1 // ' \n; delete from visits // '",
                "select 1 as [ ' ] ; delete from visits; -- ' ]",
                "select 1 as ` ' ` ; delete from visits; -- ' `",
                "select $a$ ' $a$ ; delete from visits; -- ' $a$",
                "select q'[ ' ]' ; delete from visits; -- ' ]'",
                "select E'\\' ' ; delete from visits; --'",
                "select 1 /* /* */ ; delete from visits -- */",
                "select 1 /*! ; delete from visits */",
                "select 1 -- \r; delete from visits",
                "select 1 \0; delete from visits",
            })
    void complaint_aboutAnythingElse_saysWhatItIs(String query) {
        assertTrue(ReadingQuery.complaint(query, "another").isPresent());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "PostgreSQL | select age from visits where note = $it$a; delete$it$",
                "PostgreSQL | select age from visits where note = E'it\\'s; delete'",
                "PostgreSQL | select age # 1 as a from visits",
                "MySQL | select age from visits where note = 'it; delete' # ; delete",
                "MariaDB | select age from `visits; delete`",
                "Oracle | select age from visits where note = q'[it's; delete]'",
                "Microsoft SQL Server | select age from [visits; delete]",
                "SQLite | select age from [visits; delete]",
                "H2 | select age from visits // ; delete",
            })
    void complaint_aboutAQueryInTheDialectOfItsDatabase_isNone(String product, String query) {
        assertEquals(Optional.empty(), ReadingQuery.complaint(query, product));
        assertTrue(ReadingQuery.complaint(query + "\n; delete from visits", product)
                .isPresent());
    }

    @Test
    void complaint_namesTheWord() {
        assertEquals(
                Optional.of("begins with \"DELETE\", allowed are SELECT, WITH, VALUES, TABLE"),
                ReadingQuery.complaint("delete from visits", "H2"));
        assertEquals(
                Optional.of("holds DELETE, which changes or locks records; quote it where it is a name"),
                ReadingQuery.complaint("with x as (delete from visits returning id) select id from x", ""));
        assertEquals(
                Optional.of("holds a second statement behind a semicolon"),
                ReadingQuery.complaint("select 1--1; select 2", "MySQL"));
    }
}
