// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CsvRowSourceTest {

    private static final CsvOptions PLAIN = CsvOptions.defaults();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a,b\n1,2\n3,4\n",
                "a,b\n1,2\n3,4",
                "a,b\r\n1,2\r\n3,4\r\n",
                "\uFEFFa,b\n1,2\n3,4\n",
                "a,b\n1,2\n3,4\n\n\r\n",
                "\n\na,b\n\n1,2\n3,4\n",
                "a;b\n1;2\n3;4\n",
                "a\tb\n1\t2\n3\t4\n",
                "\"a\",\"b\"\n\"1\",2\n3,\"4\"\n",
                "\"a\";b\n1;2\n3;4\n",
                " a , b \n 1, 2\t\n3 ,4\n",
                "a,b\n1e0,+2\n3.,0.04E2\n"
            })
    void read_whenWrittenInAnotherDialect_givesTheSameRows(String text) throws IOException {
        CsvRowSource source = CsvRowSource.of(write(text));

        assertEquals(List.of("a", "b"), source.schema().names());
        assertRows(source, new double[][] {{1, 2}, {3, 4}});
    }

    @Test
    void read_whenCompressed_isToldByItsBytesNotItsName() throws IOException {
        Path file = folder.resolve("plain-name.csv");
        Files.write(file, CsvBadInputTest.gzip("a,b\n1,2\n3,4\n"));

        assertRows(CsvRowSource.of(file), new double[][] {{1, 2}, {3, 4}});
    }

    @Test
    void read_whenColumnsSelected_keepsTheOrderAskedForAndIgnoresTheRest() throws IOException {
        Path file = write("id,,b,a,a name\n7\" pipe,x,2,1,NA\nB2,,4,3,?\n");

        CsvRowSource source = CsvRowSource.of(file, PLAIN.withColumns("a", "b"));

        assertEquals(List.of("a", "b"), source.schema().names());
        assertRows(source, new double[][] {{1, 2}, {3, 4}});
    }

    @Test
    void read_withoutHeader_numbersColumnsAndKeepsTheFirstRow() throws IOException {
        CsvRowSource source = CsvRowSource.of(write("1,2\n3,4\n"), PLAIN.withoutHeader());

        assertEquals(List.of("x1", "x2"), source.schema().names());
        assertRows(source, new double[][] {{1, 2}, {3, 4}});
    }

    /**
     * As a program does that writes it anew: the site of a round that is paid for must not answer as one without rows.
     */
    @Test
    void fileThatIsCutToNothing_isRefused_thoughAnEmptyFileIsOneWithoutRows() throws IOException {
        CsvOptions budgeted = PLAIN.withColumns("a", "b").withMissingValues(MissingValues.AS_NAN);
        Path file = write("a,b\n1,2\n");
        CsvRowSource rows = CsvRowSource.of(file, budgeted);
        Files.writeString(file, "");
        DataException cut = assertThrows(DataException.class, () -> rows.forEachRow(row -> {}));
        assertTrue(String.valueOf(cut.getMessage()).contains("has changed"), cut.getMessage());
        CsvRowSource empty = CsvRowSource.of(file, budgeted);
        empty.forEachRow(row -> fail("there is none"));
        Files.writeString(file, "a,b\n1,2\n");
        assertThrows(DataException.class, () -> empty.forEachRow(row -> {}));
    }

    @Test
    void read_whenHeaderIsConsecutiveIntegers_takesThemAsNames() throws IOException {
        assertEquals(
                List.of("0", "1"), CsvRowSource.of(write("0,1\n1,2\n")).schema().names());
    }

    /** With a budget the number of rows may be secret, and some programs write no names where there are none. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\n\r\n", "\uFEFF", "a,b,c,d\n"})
    void read_ofAFileWithoutRows_whereTheirNumberMayBeSecret_isTheSameWithAndWithoutNames(String text)
            throws IOException {
        CsvOptions budgeted = PLAIN.withColumns("d", "a").withMissingValues(MissingValues.AS_NAN);
        CellFormat cells = CellFormat.PLAIN
                .withDropped(Set.of("b"))
                .withTexts(Map.of("d", new VariableKind.Categorical(List.of("F", "M"))));
        CsvRowSource source = CsvRowSource.of(write(text), budgeted.withCells(cells));
        assertEquals(List.of("d", "a"), source.schema().names());
        assertEquals(cells.texts().get("d"), source.schema().kinds().get(0));
        assertRows(source, new double[0][]);
        CellFormat swapped = CellFormat.PLAIN.withRenamed(Map.of("a", "d", "d", "a"));
        assertEquals(
                List.of("d", "a"),
                CsvRowSource.of(write(text), budgeted.withCells(swapped))
                        .schema()
                        .names());
        if (!text.startsWith("a")) {
            assertThrows(DataException.class, () -> CsvRowSource.of(write(text), PLAIN.withColumns("a")));
            assertThrows(
                    DataException.class,
                    () -> CsvRowSource.of(write(text), PLAIN.withMissingValues(MissingValues.AS_NAN)),
                    "no one has said which columns there are");
        }
    }

    @Test
    void read_whenSeparatorIsSet_doesNotDetect() throws IOException {
        CsvRowSource source = CsvRowSource.of(write("a;x,b\n1,2\n3,4\n"), PLAIN.withSeparator(CsvSeparator.COMMA));

        assertEquals(List.of("a;x", "b"), source.schema().names());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "NA", "na", "NaN", "null", "NULL", "?", "\"\""})
    void read_whenCellIsMissingAndRowsAreSkipped_leavesOutTheWholeRow(String token) throws IOException {
        Path file = write("a,b\n1,2\n9," + token + "\n3,4\n");

        assertRows(
                CsvRowSource.of(file, PLAIN.withMissingValues(MissingValues.SKIP_ROW)),
                new double[][] {{1, 2}, {3, 4}});
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "NA", "na", "NaN", "null", "NULL", "?", "\"\""})
    void read_whenCellIsMissingAndUsed_keepsTheRow(String token) throws IOException {
        Path file = write("a,b\n1,2\n9," + token + "\n3,4\n");

        assertRows(CsvRowSource.of(file, PLAIN.withMissingValues(MissingValues.USE)), new double[][] {
            {1, 2}, {9, Double.NaN}, {3, 4}
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1,5", "inf", "1e999", "n/a"})
    void read_whenCellIsNoNumberAndMissingOnesAreUsed_fails(String token) throws IOException {
        Path file = write("a;b\n1;\n2;" + token + "\n");
        CsvRowSource rows = CsvRowSource.of(file, PLAIN.withMissingValues(MissingValues.USE));
        DataException refused = assertThrows(DataException.class, () -> rows.forEachRow(row -> {}));
        assertTrue(refused.getMessage().contains(", line 3, column \"b\": must be a"), refused.getMessage());
    }

    /** A quote half-way: from there on the file is read as one text. */
    @ParameterizedTest
    @CsvSource({"1,1,SKIP_ROW", "2,64,SKIP_ROW", "2,524288,SKIP_ROW", "1,1,USE", "2,64,USE", "2,524288,USE"})
    void omitted_whateverTheChunksAndThreads_countsWhatWasMissing(int threads, int chunkBytes, MissingValues policy)
            throws IOException {
        StringBuilder text = new StringBuilder("a,b,c,d\n");
        for (int k = 0; k < 300; k++) {
            text.append(k % 3 == 0 ? "" : k).append(k % 6 == 0 ? ",NA," : ",1,").append(k == 200 ? "\"7\"" : "7");
            text.append(",x\n");
        }
        CsvOptions options =
                PLAIN.withMissingValues(policy).withColumns("c", "b", "a").withThreads(threads);
        boolean kept = policy == MissingValues.USE;
        CsvRowSource source = new CsvRowSource(write(text.toString()), options, chunkBytes);
        String file = source.description();
        assertEquals(new RowSource.Omitted(file, 0, 0, 0, Map.of(), List.of("d"), List.of()), source.omitted());
        for (int reading = 0; reading < 2; reading++) {
            int[] rows = {0};
            source.forEachRow(row -> rows[0]++);
            assertEquals(kept ? 300 : 200, rows[0]);
            assertEquals(
                    new RowSource.Omitted(
                            file,
                            300,
                            kept ? 0 : 100,
                            kept ? 100 : 0,
                            Map.of("a", 100L, "b", 50L),
                            List.of("d"),
                            source.omitted().contrasts()),
                    source.omitted());
            // c is 7 in all rows, b is 1 in all that have it, and a is missing in all that are left out
            assertEquals(
                    kept ? List.of() : List.of("c 7.0 7.0", "b 1.0 1.0"),
                    source.omitted().contrasts().stream()
                            .map(one -> one.column() + " " + one.kept() + " " + one.leftOut())
                            .toList());
        }
    }

    @Test
    void schema_whenRecordsAreBad_readsTheHeaderOnly() throws IOException {
        assertEquals(2, CsvRowSource.of(write("a,b\nx\n")).schema().size());
    }

    @Test
    void schema_whenHeaderIsLong_isReadWhole() throws IOException {
        List<String> names = VariableSchema.numbered(5000).names();

        assertEquals(
                names,
                CsvRowSource.of(write(String.join(",", names) + "\n")).schema().names());
    }

    @ParameterizedTest
    @CsvSource({"1,1", "1,64", "2,64", "3,1000", "2,524288", "5,300"})
    void read_whateverTheChunksAndThreads_givesTheSameRowsAndBits(int threads, int chunkBytes) throws IOException {
        double[][] rows = randomRows(700, 3);
        // A quote in the middle: from there on the file is read as one text.
        for (int quotedRow : new int[] {-1, 0, 350, 699}) {
            Path file = write(csv(rows, quotedRow));

            CsvRowSource source = new CsvRowSource(file, PLAIN.withThreads(threads), chunkBytes);

            assertRows(source, rows);
            assertArrayEquals(
                    statistics(InMemoryRows.of(VariableSchema.numbered(3), rows))
                            .secondMoment(Centring.NONE),
                    statistics(source).secondMoment(Centring.NONE));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void read_whenLaterLinesAreBadToo_reportsTheFirst(int threads) throws IOException {
        String good = "1,2\n".repeat(500);
        Path file = write("a,b\n" + good + "1,first\n" + good + "1,second\n" + good);
        List<double[]> seen = new ArrayList<>();

        DataException e = assertThrows(
                DataException.class,
                () -> new CsvRowSource(file, PLAIN.withThreads(threads), 100).forEachRow(seen::add));

        assertTrue(text(e).contains(", line 502, column \"b\": ") && text(e).contains("\"first\""));
        assertEquals(500, seen.size());
    }

    @Test
    void read_whenConsumerFails_passesItOnAndLeavesNoThread() throws IOException {
        Path file = write(csv(randomRows(2000, 3), -1));
        IllegalStateException failure = new IllegalStateException("mine");

        IllegalStateException e = assertThrows(
                IllegalStateException.class,
                () -> new CsvRowSource(file, PLAIN.withThreads(2), 500).forEachRow(row -> {
                    throw failure;
                }));

        assertSame(failure, e);
        assertNoWorkers();
    }

    @Test
    void read_whenInterrupted_stopsKeepsTheInterruptAndLeavesNoThread() throws IOException {
        Path file = write(csv(randomRows(20000, 3), -1));
        CsvRowSource source = new CsvRowSource(file, PLAIN.withThreads(2), 500);

        DataException e = assertThrows(
                DataException.class,
                () -> source.forEachRow(row -> Thread.currentThread().interrupt()));

        assertTrue(Thread.interrupted(), "the interrupt stays set");
        assertEquals(file + ": reading was interrupted", e.getMessage());
        assertNoWorkers();
    }

    @Test
    void read_whenDone_leavesNoThread() throws IOException {
        new CsvRowSource(write(csv(randomRows(2000, 3), -1)), PLAIN.withThreads(2), 500).forEachRow(row -> {});

        assertNoWorkers();
    }

    @Test
    void options_whenWrong_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> PLAIN.withThreads(0));
        assertThrows(IllegalArgumentException.class, () -> PLAIN.withColumns("a", "a"));
    }

    @Test
    void toString_showsThePathOnly() throws IOException {
        Path file = write("a,b\n1,2\n");
        assertEquals("CsvRowSource[" + file + "]", CsvRowSource.of(file).toString());
    }

    private static void assertNoWorkers() {
        assertFalse(Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("hedgerow-csv")));
    }

    private static double[][] randomRows(int n, int d) {
        Random random = new Random(1);
        double[][] rows = new double[n][d];
        for (double[] row : rows) {
            for (int c = 0; c < d; c++) {
                row[c] = random.nextInt(4) == 0 ? random.nextInt(100) : random.nextGaussian();
            }
        }
        return rows;
    }

    private static String csv(double[][] rows, int quotedRow) {
        StringBuilder text = new StringBuilder("x1,x2,x3\n");
        for (int r = 0; r < rows.length; r++) {
            String quote = r == quotedRow ? "\"" : "";
            text.append(quote).append(rows[r][0]).append(quote);
            text.append(',').append(rows[r][1]).append(',').append(rows[r][2]).append(r % 7 == 0 ? "\r\n" : "\n");
        }
        return text.toString();
    }

    private static void assertRows(RowSource source, double[][] expected) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        assertEquals(expected.length, rows.size());
        for (int r = 0; r < expected.length; r++) {
            assertArrayEquals(expected[r], rows.get(r));
        }
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("data.csv"), text);
    }

    private static String text(DataException e) {
        return String.valueOf(e.getMessage());
    }

    private static SufficientStatistics statistics(RowSource source) {
        return InsecureOpenSites.statistics(SiteData.of(new DatasetIdentity("d"), source));
    }
}
