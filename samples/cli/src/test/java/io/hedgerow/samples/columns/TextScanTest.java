// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.columns.ColumnScan;
import io.hedgerow.samples.cli.CountedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextScanTest {

    private static final int ROWS = 25_000;

    @TempDir
    private Path temp;

    private Path file;

    /** Each row is longer than 40 letters, so that the first 10,000 rows are not all that a reader takes at a time. */
    @BeforeEach
    void write() throws IOException {
        StringBuilder text = new StringBuilder("ward,value,note\n");
        for (int row = 0; row < ROWS; row++) {
            text.append(row == ROWS - 1 ? "last," : row % 2 == 0 ? "a," : "b,")
                    .append(row)
                    .append(",a remark of more than thirty letters\n");
        }
        file = Files.writeString(temp.resolve("rows.counted"), text);
    }

    private TextScan scan(List<String> open, List<Map<String, ColumnScan>> given) {
        return TextScan.of(List.of(file), List.of(CsvOptions.defaults()), List.of("ward", "value", "note"), first -> {
            given.add(first);
            return open;
        });
    }

    @Test
    void openColumns_areReadToTheEnd_inTheSameReading() {
        List<Map<String, ColumnScan>> given = new ArrayList<>();
        TextScan scan = scan(List.of("ward"), given);
        ColumnScan ward = scan.whole(List.of("ward")).get("ward");
        assertEquals(Map.of("a", 12_500L, "b", 12_499L, "last", 1L), ward.counts());
        assertEquals(1, given.size());
        assertFalse(scan.first().get("ward").counts().containsKey("last"), "of the first rows");
        assertTrue(scan.first().get("value").isWhole());
        assertEquals(1, CountedFiles.readings(file));
    }

    @Test
    void noOpenColumn_endsTheReading() {
        TextScan scan = scan(List.of(), new ArrayList<>());
        long seen = scan.first().get("ward").counts().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertTrue(seen >= 10_000 && seen < ROWS, "saw " + seen);
        assertEquals(1, CountedFiles.readings(file));
    }

    /** Another file may leave a column open that this one does not. */
    @Test
    void aColumnThatTheFirstRowsDidNotLeaveOpen_isReadAgain() {
        TextScan scan = scan(List.of("value"), new ArrayList<>());
        assertEquals(
                12_499L,
                scan.whole(List.of("ward", "value")).get("ward").counts().get("b"));
        scan.whole(List.of("ward"));
        assertEquals(2, CountedFiles.readings(file));
    }

    /** Fewer rows than the first ones are all rows. */
    @Test
    void aSmallFile_isReadOnce_whateverIsOpen() throws IOException {
        Files.writeString(file, "ward,value,note\na,1,x\nb,2,x\n");
        List<Map<String, ColumnScan>> given = new ArrayList<>();
        TextScan scan = scan(List.of(), given);
        int readings = CountedFiles.readings(file);
        assertEquals(
                Map.of("a", 1L, "b", 1L),
                scan.whole(List.of("ward")).get("ward").counts());
        assertEquals(List.of(), given);
        assertEquals(readings, CountedFiles.readings(file));
    }
}
