// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.internal.WatchedRows;
import io.hedgerow.core.data.rows.UserRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns that say whose a row is may hold names; rows have a number for each. */
class CsvKeysTest {

    private static final CsvOptions OPTIONS = CsvOptions.defaults().withKeys("who");

    @TempDir
    Path folder;

    private Path file(String... lines) throws IOException {
        Path file = folder.resolve("rows.csv");
        Files.writeString(file, "who,x\n" + String.join("\n", lines) + "\n");
        return file;
    }

    private static List<Double> keys(RowSource rows) {
        List<Double> keys = new ArrayList<>();
        rows.forEachRow(row -> keys.add(row[0]));
        return keys;
    }

    @Test
    void wholeNumbersStayWhatTheyAre() throws IOException {
        RowSource rows = CsvRowSource.of(file("7,1", "-7,1", " 7 ,1", "0,1", "9007199254740991,1"), OPTIONS);
        assertEquals(List.of(7.0, -7.0, 7.0, 0.0, 0x1p53 - 1), keys(rows));
        assertEquals("7", rows.keyText(7));
    }

    /** Codes that are one number and two texts are two; each is written as the file writes it. */
    @Test
    void numbersWrittenOtherwise_areNamesToTheLetter() throws IOException {
        String[] codes = {"7", "007", "7.0", "+7", "7e0", "250.1", "250.10", "-0", "0"};
        String[] lines = Arrays.stream(codes).map(code -> code + ",1").toArray(String[]::new);
        RowSource rows = CsvRowSource.of(file(lines), OPTIONS);
        List<Double> keys = keys(rows);
        assertEquals(codes.length, keys.stream().distinct().count(), keys.toString());
        for (int k = 0; k < codes.length; k++) {
            assertEquals(codes[k], rows.keyText(keys.get(k)));
        }
    }

    /** Also numbers that doubles do not tell apart; none is the number of a name, and wrappers know the names. */
    @Test
    void everyNameHasANumberOfItsOwn_inEveryReading() throws IOException {
        RowSource rows = CsvRowSource.of(
                file("ann,1", "\"bed 3, left\",1", " ann ,1", "Ann,1", "9007199254740992,1", "9007199254740993,1"),
                OPTIONS);
        List<Double> keys = keys(rows);
        assertEquals(keys.get(0), keys.get(2));
        assertEquals(5, keys.stream().distinct().count());
        assertTrue(keys.stream().allMatch(key -> key < -0x1p53), keys.toString());
        assertEquals(keys, keys(rows));
        assertEquals("bed 3, left", rows.keyText(keys.get(1)));
        assertEquals("9007199254740992", rows.keyText(keys.get(4)));
        assertEquals("ann", RowPartition.contiguous(rows, 2).get(1).keyText(keys.get(0)));
        assertEquals("ann", new WatchedRows(rows).keyText(keys.get(0)));
    }

    /** Chunks of 64 bytes, read by four threads: every row has the number of its name. */
    @Test
    void manyChunks_agreeOnNames() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int k = 0; k < 2000; k++) {
            lines.add("patient-" + k % 50 + "," + k);
        }
        RowSource rows = new CsvRowSource(file(lines.toArray(String[]::new)), OPTIONS.withThreads(4), 64);
        rows.forEachRow(row -> assertEquals("patient-" + (int) row[1] % 50, rows.keyText(row[0])));
        assertEquals(50, keys(rows).stream().distinct().count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "NA", "?", "\"two\tcells\""})
    void keyThatIsNeither_isRefused_withItsLine(String cell) throws IOException {
        RowSource rows = CsvRowSource.of(file("ann,1", cell + ",2"), OPTIONS);
        DataException e = assertThrows(DataException.class, () -> keys(rows));
        assertTrue(
                String.valueOf(e.getMessage()).contains("line 3, column \"who\": must say whose row"), e.getMessage());
    }

    @Test
    void keyThatIsTooLong_isRefused() throws IOException {
        assertEquals(
                1, keys(CsvRowSource.of(file("a".repeat(200) + ",1"), OPTIONS)).size());
        RowSource rows = CsvRowSource.of(file("a".repeat(201) + ",1"), OPTIONS);
        assertThrows(DataException.class, () -> keys(rows));
    }

    @Test
    void rowWithoutAKey_isLeftOut_whereMissingCellsAre() throws IOException {
        RowSource rows =
                CsvRowSource.of(file("ann,1", ",2", "bob,3"), OPTIONS.withMissingValues(MissingValues.SKIP_ROW));
        assertEquals(2, keys(rows).size());
    }

    @Test
    void rowWithoutAKey_isRefused_whereMissingCellsAreUsed() throws IOException {
        CsvOptions options = OPTIONS.withMissingValues(MissingValues.USE);
        RowSource rows = CsvRowSource.of(file("ann,1", ",2", "bob,3"), options);
        DataException e = assertThrows(DataException.class, () -> keys(rows));
        assertTrue(
                String.valueOf(e.getMessage()).contains("line 3, column \"who\": must say whose row"), e.getMessage());
        assertEquals(
                3, keys(CsvRowSource.of(file("ann,1", "al,", "bob,3"), options)).size());
    }

    /** A person who is protected has a whole number; a name must not become one. */
    @Test
    void name_isNoPerson() throws IOException {
        UserRows users = UserRows.of(CsvRowSource.of(file("ann,1", "7,2"), OPTIONS), "who")
                .leavingOutRowsWithoutUser();
        assertEquals(1, keys(users).size());
        assertEquals(1, users.leftOut());
    }
}
