// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class AlignedTableTest {

    private static final List<String> HEADER = List.of("name", "n");
    private static final List<List<String>> ROWS = List.of(List.of("a", "12.5"), List.of("weight", "3"));

    @Test
    void markdown_alignsLabelsToTheLeft_andFiguresToTheRight() {
        assertEquals("""
                | name   |    n |
                | ------ | ---: |
                | a      | 12.5 |
                | weight |    3 |
                """, AlignedTable.markdown(1, HEADER, ROWS));
    }

    @Test
    void compact_hasCellsAsWideAsTheirTexts() {
        assertEquals("""
                | name | n |
                | --- | --: |
                | a | 12.5 |
                | weight | 3 |
                """, AlignedTable.compact(1, HEADER, ROWS));
    }

    @Test
    void foreignTexts_stayInTheirCell() {
        assertEquals("""
                | x              |
                | -------------- |
                | two\\u000alines |
                """, AlignedTable.markdown(1, List.of("x"), List.of(List.of("two\nlines"))));
    }
}
