// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import org.junit.jupiter.api.Test;

class CsvCellTest {

    @Test
    void whatASpreadsheetWouldRun_hasAnApostrophe_andNumbersHaveNone() {
        for (String text : List.of("=1+1", "+a", "-a", "@SUM(1)", "\uff1dA1", "-", "--", "'=1", " =1")) {
            assertEquals("'" + text, CsvCell.forPeople(text).replaceAll("^\"|\"$", ""), text);
        }
        for (String text : List.of("a", "-1.5", "+2e-3", "'a", "a=b", "", "'-5")) {
            assertEquals(text, CsvCell.forPeople(text), text);
        }
        assertEquals("\"'=a,\"\"b\"\"\"", CsvCell.forPeople("=a,\"b\""));
        assertEquals("'\t'=a", CsvCell.forPeople("\t=a"));
        assertEquals("a;'=1+1;b;'@c;-5", CsvCell.forPeople("a;=1+1;b;@c;-5"));
        assertEquals("\"a\n'=1+1\r\nb\"", CsvCell.forPeople("a\n=1+1\r\nb"));
    }

    /** No text is lost or taken for another. */
    @Property
    void everyText_comesBack(
            @ForAll @Chars({'\'', '=', '-', '+', '@', ' ', 'a', '1', '.', '\t', ';', '\r', '\n'}) String text) {
        String field = CsvCell.forPeople(text);
        String read =
                field.startsWith("\"") ? field.substring(1, field.length() - 1).replace("\"\"", "\"") : field;
        assertEquals(text, CsvCell.text(read));
        assertFalse(read.startsWith("\t"), read);
        for (String cell : read.split("[;\t\r\n]", -1)) {
            assertFalse(cell.startsWith("=") || cell.startsWith("@"), read);
        }
    }
}
