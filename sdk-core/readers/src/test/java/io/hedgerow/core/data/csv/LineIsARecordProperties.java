// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/**
 * With {@link MissingValues#AS_NAN} a line is a record, whatever it holds: bytes of one line change no other row and
 * not how many rows there are.
 */
class LineIsARecordProperties {

    private static final CsvOptions AS_NAN = CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN);
    private static final CellFormat CATEGORIES = new CellFormat(
            false,
            false,
            Set.of(),
            Set.of("-999"),
            Map.of("kind", VariableKind.categorical("low", "high", "none, \"at all\"")),
            Map.of());
    private static final byte[] MEANT = "\"\"\"\"\r\r,,;\t 0189.-eE\0\u00ef\u00bb\u00bf\u00ff\u00c3\u00a9\u0085\u2028aN"
            .getBytes(StandardCharsets.ISO_8859_1);

    @Provide
    Arbitrary<byte[]> bytesOfALine() {
        Arbitrary<Byte> any = Arbitraries.bytes().filter(b -> b != '\n');
        Arbitrary<Byte> meant =
                Arbitraries.integers().between(0, MEANT.length - 1).map(k -> MEANT[k]);
        return Arbitraries.frequencyOf(Tuple.of(1, any), Tuple.of(4, meant))
                .array(byte[].class)
                .ofMinSize(0)
                .ofMaxSize(40);
    }

    private static List<byte[]> lines(int rows, Random random) {
        List<byte[]> lines = new ArrayList<>();
        String[] kinds = {"low", "high", "\"none, \"\"at all\"\"\"", "\"low\"", "other", "-999", ""};
        for (int k = 0; k < rows; k++) {
            String name = random.nextBoolean() ? "\"Lee, " + k + "\"" : random.nextInt(4) + "";
            lines.add((name + "," + random.nextGaussian() + "," + kinds[random.nextInt(kinds.length)] + ",\""
                            + random.nextInt(100) + "\"")
                    .getBytes(StandardCharsets.UTF_8));
        }
        return lines;
    }

    static Path write(List<byte[]> lines, String end, boolean compressed) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = compressed ? new GZIPOutputStream(bytes) : bytes) {
            out.write(("who,x,kind,y" + end).getBytes(StandardCharsets.UTF_8));
            for (byte[] line : lines) {
                out.write(line);
                out.write(end.getBytes(StandardCharsets.UTF_8));
            }
        }
        return Files.write(Files.createTempFile("lines", ".csv"), bytes.toByteArray());
    }

    static List<double[]> read(RowSource source) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        return rows;
    }

    @Property(tries = 400, seed = "45")
    void bytesOfOneLine_changeNoOtherRow_andNotTheirNumber(
            @ForAll("bytesOfALine") byte[] line,
            @ForAll @IntRange(min = 1, max = 12) int rows,
            @ForAll @IntRange(max = 11) int place,
            @ForAll long seed,
            @ForAll @IntRange(min = 16, max = 300) int chunk,
            @ForAll @IntRange(min = 1, max = 3) int threads,
            @ForAll boolean windows)
            throws IOException {
        int at = place % rows;
        List<byte[]> lines = lines(rows, new Random(seed));
        CsvOptions options = AS_NAN.withThreads(threads).withCells(CATEGORIES).withKeys("who");
        Path before = write(lines, windows ? "\r\n" : "\n", seed % 2 == 0);
        lines.set(at, line);
        Path after = write(lines, windows ? "\r\n" : "\n", seed % 2 == 0);
        CsvRowSource expectedRows = new CsvRowSource(before, options, chunk);
        CsvRowSource foundRows = new CsvRowSource(after, options, chunk);
        List<double[]> expected = read(expectedRows);
        List<double[]> found = read(foundRows);
        assertEquals(rows, expected.size());
        assertEquals(rows, found.size());
        for (int k = 0; k < rows; k++) {
            if (k != at) {
                double[] whole = expected.get(k);
                double[] same = found.get(k);
                assertEquals(expectedRows.keyText(whole[0]), foundRows.keyText(same[0]));
                whole[0] = 0; // numbers of names depend on who is read first
                same[0] = 0;
                assertArrayEquals(whole, same);
            }
        }
        Files.delete(before);
        Files.delete(after);
    }

    /** A file that is written as it should be is the same with a budget and without one. */
    @Property(tries = 200, seed = "45")
    void linesThatAreFieldsAndNumbers_areTheRowsOfAReadingWithoutABudget(
            @ForAll @IntRange(min = 1, max = 12) int rows,
            @ForAll long seed,
            @ForAll @IntRange(min = 16, max = 300) int chunk,
            @ForAll boolean windows)
            throws IOException {
        Random random = new Random(seed);
        String[] kinds = {"low", "\"high\"", "\"none, \"\"at all\"\"\"", " high "};
        String[] others = {"", "a \"word\"", "\"in, \"\"quotes\"\"\"", "\"\""};
        List<byte[]> lines = new ArrayList<>();
        for (int k = 0; k < rows; k++) {
            String quote = random.nextBoolean() ? "\"" : "";
            lines.add((quote + random.nextInt(9) + quote + "," + random.nextGaussian() + ","
                            + kinds[random.nextInt(kinds.length)] + "," + others[random.nextInt(others.length)])
                    .getBytes(StandardCharsets.UTF_8));
        }
        Path file = write(lines, windows ? "\r\n" : "\n", false);
        CsvOptions plain = CsvOptions.defaults()
                .withCells(new CellFormat(false, false, Set.of("y"), Set.of(), CATEGORIES.texts(), Map.of()));
        List<double[]> expected = read(new CsvRowSource(file, plain, chunk));
        List<double[]> found = read(new CsvRowSource(file, plain.withMissingValues(MissingValues.AS_NAN), chunk));
        assertEquals(expected.size(), found.size());
        for (int k = 0; k < rows; k++) {
            assertArrayEquals(expected.get(k), found.get(k));
        }
        Files.delete(file);
    }

    @Example
    void lastLine_isARowWithItsEndOrWithout_unlessItIsEmpty() throws IOException {
        Path file = Files.createTempFile("lines", ".csv");
        assertEquals(2, rows(file, "a\n1\n2"));
        assertEquals(2, rows(file, "a\n1\n2\n"));
        assertEquals(3, rows(file, "a\n1\n2\n\n"));
        assertEquals(3, rows(file, "\n \r\na\r\n1\r\n\r\n2"));
        assertEquals(0, rows(file, "a"));
        assertEquals(0, rows(file, "a\r\n"));
        Files.delete(file);
    }

    private static int rows(Path file, String text) throws IOException {
        Files.writeString(file, text);
        return read(CsvRowSource.of(file, AS_NAN)).size();
    }

    /** What the first line decides is not decided by a record. */
    @Example
    void firstLine_endsWithItsLF_andIsRefusedOtherwise() throws IOException {
        Path file = Files.createTempFile("lines", ".csv");
        for (String text : List.of("a,b\r1,2\r3,4\r", "a,b\r1,2\n3,4\n", "a,b\r\r\n1,2\n")) {
            Files.writeString(file, text);
            DataException e = assertThrows(DataException.class, () -> CsvRowSource.of(file, AS_NAN));
            assertTrue(
                    e.getMessage().startsWith(file + ", line 1: must end with LF, or with CR and LF"), e.getMessage());
        }
        Files.writeString(file, "a,\"b\n1,2\n3,\"4\n");
        DataException e = assertThrows(DataException.class, () -> CsvRowSource.of(file, AS_NAN));
        assertTrue(e.getMessage().contains("line 1: must be a line of fields with , between them"), e.getMessage());
        Files.delete(file);
    }

    /** Without a budget a quoted field may hold ends of lines, as ever. */
    @Example
    void withoutABudget_quotedFieldsSpanLines() throws IOException {
        Path file = Files.createTempFile("lines", ".csv");
        Files.writeString(file, "\"a\nb\",note\n1,\"two\nlines\"\n\n2,one\r3,end\n");
        CsvOptions plain = CsvOptions.defaults().withColumns("a\nb");
        List<double[]> rows = read(CsvRowSource.of(file, plain));
        assertEquals(List.of(1.0, 2.0, 3.0), rows.stream().map(row -> row[0]).toList());
        Files.delete(file);
    }
}
