// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every defect ends in one line that says where, what, and what is allowed. */
class CsvBadInputTest {

    private static final String WORD =
            ": correct the cell, or leave the column out, or name its levels if it is a category (CellFormat)";

    private static final CsvOptions PLAIN = CsvOptions.defaults();

    private static final String ROW_NAMES =
            ": correct the line; if all lines begin with the name of a row, as those of R's write.table do, begin the"
                    + " header with a name for it";

    @TempDir
    Path folder;

    static Stream<Arguments> badFiles() {
        return Stream.of(
                arguments("empty", "", PLAIN, ": must have a first line, is empty"),
                arguments("blank lines only", "\n \r\n\n", PLAIN, ": must have a first line, is empty"),
                arguments("header only", "a,b\n", PLAIN, ": needs at least 2 rows, has 0"),
                arguments("one row", "a,b\n1,2\n", PLAIN, ": needs at least 2 rows, has 1"),
                arguments(
                        "one complete row",
                        "a,b\n1,2\nNA,3\n",
                        PLAIN.withMissingValues(MissingValues.SKIP_ROW),
                        ": needs at least 2 rows, has 1"),
                arguments(
                        "short line",
                        "a,b,c\n1,2,3\n1,2\n",
                        PLAIN,
                        ", line 3: must have 3 fields, as the header has, has 2"),
                arguments(
                        "long line",
                        "a,b\n1,2\n1,2,3\n",
                        PLAIN,
                        ", line 3: must have 2 fields, as the header has, has 3" + ROW_NAMES),
                arguments(
                        "field of 2^24 + 1 characters",
                        "a,b\n1,2\n3," + "7".repeat((1 << 24) + 1) + "\n",
                        PLAIN,
                        ", line 3, column \"b\": must have at most 16777216 characters in a field, has more: shorten it, or"
                                + " look for a quote before it that is not closed"),
                arguments(
                        "one of one",
                        "a\n1\n1,2\n",
                        PLAIN,
                        ", line 3: must have 1 field, as the header has, has 2" + ROW_NAMES),
                arguments(
                        "long line without header",
                        "1,2\n1,2,3\n",
                        PLAIN.withoutHeader(),
                        ", line 2: must have 2 fields, as the first line has, has 3"),
                arguments(
                        "text",
                        "a,b\n1,2\n\n3,high\n",
                        PLAIN,
                        ", line 4, column \"b\": must be a number such as -1.5 or 2e-3, was \"high\"" + WORD),
                arguments(
                        "long text",
                        "a,b\n1,2\n3," + "y".repeat(41) + "\n",
                        PLAIN,
                        ", line 3, column \"b\": must be a number such as -1.5 or 2e-3, was \"" + "y".repeat(40) + "…\""
                                + WORD),
                arguments(
                        "line break in a cell",
                        "a,b\n1,2\n3,\"x\ny\"\n",
                        PLAIN,
                        ", line 3, column \"b\": must be a number such as -1.5 or 2e-3, was \"x\\u000ay\"" + WORD),
                arguments(
                        "hexadecimal",
                        "a,b\n1,2\n0x1p3,2\n",
                        PLAIN,
                        ", line 3, column \"a\": must be a number such as -1.5 or 2e-3, was \"0x1p3\""),
                arguments(
                        "type suffix",
                        "a,b\n1,2\n1.0f,2\n",
                        PLAIN,
                        ", line 3, column \"a\": must be a number such as -1.5 or 2e-3, was \"1.0f\""),
                arguments(
                        "two points",
                        "a,b\n1,2\n1.0.0,2\n",
                        PLAIN,
                        ", line 3, column \"a\": must be a number such as -1.5 or 2e-3, was \"1.0.0\""),
                arguments(
                        "decimal comma",
                        "a;b\n1;2\n3;2,5\n",
                        PLAIN,
                        ", line 3, column \"b\": must be a number with a decimal point, was \"2,5\" with a decimal comma:"
                                + " read the file with CellFormat.decimalComma"),
                arguments(
                        "separator of thousands",
                        "a,b\n1,2\n3,\"1,000\"\n",
                        PLAIN,
                        ", line 3, column \"b\": must be a number without separators, was \"1,000\", which has separators of"
                                + " thousands, or a decimal comma: write 1000 for a thousand, 1.000 for one"),
                arguments(
                        "date",
                        "a,b\n1,2\n3,2024-01-31\n",
                        PLAIN,
                        ", line 3, column \"b\": must be a number, was \"2024-01-31\", a date: write it as a number, such as"
                                + " days since a day that all sites agree on, or leave the column out"),
                arguments(
                        "infinity",
                        "a,b\n1,2\n-Infinity,2\n",
                        PLAIN,
                        ", line 3, column \"a\": must be a finite number, was \"-Infinity\""),
                arguments(
                        "overflow",
                        "a,b\n1,2\n1e400,2\n",
                        PLAIN,
                        ", line 3, column \"a\": must be a finite number of at most 1.79e308 in size, was \"1e400\""),
                arguments(
                        "variance overflows",
                        "a,b\n1,2\n1e300,2\n",
                        PLAIN,
                        ", column \"a\": must have a finite variance, has numbers too large for one, or cells that are none:"
                                + " change its unit, or complete the cells, or learn with a method that takes missing"
                                + " cells"),
                missing("empty cell", ""),
                missing("blank cell", "  "),
                missing("NA", "NA"),
                missing("NaN", "NaN"),
                missing("null", "null"),
                missing("question mark", "?"),
                arguments(
                        "duplicate names",
                        "a,b,a\n1,2,3\n",
                        PLAIN,
                        ", line 1: column names must be distinct, \"a\" names columns 1 and 3"),
                arguments(
                        "sign of a missing cell",
                        "a,b\n1,2\n3,n.a.\n",
                        PLAIN,
                        ", line 3, column \"b\": must be a number, was \"n.a.\": correct the cell, or, if it means a missing"
                                + " one, name the text in CellFormat.missing"),
                arguments(
                        "name not in UTF-8",
                        "a,\u0000b\n1,2\n",
                        PLAIN,
                        ", line 1, column 2: name must be UTF-8 text, was \"\\u0000b\": save the file as UTF-8"),
                arguments(
                        "record for a header",
                        "1.5,2\n1,2\n",
                        PLAIN,
                        ", line 1: must name the columns, holds numbers only: if it is a record, read the file with"
                                + " CsvOptions.withoutHeader(); if these are names, with CellFormat.numericNames"),
                arguments(
                        "unknown column",
                        "age,height\n1,2\n",
                        PLAIN.withColumns("heigth"),
                        ": has no column \"heigth\", did you mean \"height\"? (columns: age, height)"),
                arguments(
                        "unknown column like no other",
                        "age,height\n1,2\n",
                        PLAIN.withColumns("income"),
                        ": has no column \"income\" (columns: age, height)"),
                arguments(
                        "unknown column without header",
                        "1,2\n3,4\n",
                        PLAIN.withoutHeader().withColumns("x3"),
                        ": has no column \"x3\" (columns: x1, x2)"),
                arguments(
                        "quote not closed",
                        "a,b\n1,2\n3,\"4\n5,6\n",
                        PLAIN,
                        ", line 3, column \"b\": must be a line of separated fields, has a quoted field that is not closed or has text"
                                + " after its closing quote: a quote inside of quotes is written twice"),
                arguments(
                        "text after a quote",
                        "a,b\n1,2\n3,\"4\"x\n",
                        PLAIN,
                        ", line 3, column \"b\": must be a line of separated fields, has a quoted field that is not closed or has text"
                                + " after its closing quote: a quote inside of quotes is written twice"),
                arguments(
                        "header quote not closed",
                        "a,\"b\n1,2\n",
                        PLAIN,
                        ", line 1: must be a line of fields with , between them, has a quote that is not closed or text"
                                + " after a closing quote: a quote inside of quotes is written twice, and blanks"
                                + " separate no fields"));
    }

    private static Arguments missing(String what, String token) {
        return arguments(
                "missing: " + what,
                "a,b\n1,2\n3," + token + "\n",
                PLAIN,
                ", line 3, column \"b\": must be a number, was \"" + token
                        + "\" (missing): complete the cell, remove the record, or read with MissingValues.USE (gram) or SKIP_ROW");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badFiles")
    void read_whenFileIsBad_saysWhereAndWhatIsAllowed(String what, String text, CsvOptions options, String message)
            throws IOException {
        Path file = folder.resolve("data.csv");
        Files.writeString(file, text);

        assertMessage(file + message, file, options);
        assertMessage(file + message, file, options.withThreads(1));
        // Chunks of a few bytes: the place must not depend on how the file was cut.
        DataException cut =
                assertThrows(DataException.class, () -> statistics(new CsvRowSource(file, options, 7)), what);
        assertEquals(file + message, cut.getMessage());
    }

    @Test
    void of_whenFileIsMissing_saysSo() {
        Path file = folder.resolve("none.csv");
        assertMessage(file + ": must be a file, does not exist", file, PLAIN);
    }

    @Test
    void of_whenFileIsADirectory_saysSo() {
        assertMessage(folder + ": must be a file, is a directory", folder, PLAIN);
    }

    @Test
    void of_whenLatin1InHeader_saysUtf8() throws IOException {
        Path file = folder.resolve("latin.csv");
        Files.write(file, "a,größe\n1,2\n".getBytes(StandardCharsets.ISO_8859_1));
        assertMessage(
                file + ", line 1, column 2: name must be UTF-8 text, was \"gr\uFFFD\uFFFDe\": save the file as UTF-8",
                file,
                PLAIN);
    }

    @Test
    void read_whenGzipIsCut_saysBroken() throws IOException {
        Path file = folder.resolve("data.csv.gz");
        byte[] whole = gzip("a,b\n" + "1.5,2.25\n".repeat(1000));
        Files.write(file, Arrays.copyOf(whole, whole.length - 12));

        DataException e = assertThrows(DataException.class, () -> statistics(CsvRowSource.of(file, PLAIN)));

        assertTrue(text(e).startsWith(file + ": must be complete gzip data, is broken ("), e.getMessage());
    }

    @Test
    void read_whenGzipIsCorrupt_saysBroken() throws IOException {
        Path file = folder.resolve("data.csv.gz");
        byte[] whole = gzip("a,b\n" + "1.5,2.25\n".repeat(1000));
        whole[whole.length - 6] ^= 1;
        Files.write(file, whole);

        DataException e = assertThrows(DataException.class, () -> statistics(CsvRowSource.of(file, PLAIN)));

        assertTrue(text(e).startsWith(file + ": must be complete gzip data, is broken ("), e.getMessage());
    }

    @Test
    void read_whenHeaderChangedSinceOpening_saysSo() throws IOException {
        Path file = folder.resolve("data.csv");
        Files.writeString(file, "a,b\n1,2\n3,4\n");
        CsvRowSource source = CsvRowSource.of(file);
        Files.writeString(file, "b,a\n1,2\n3,4\n");

        DataException e = assertThrows(DataException.class, () -> source.forEachRow(row -> {}));

        assertEquals(
                file + ", line 1: must stay as it was when the file was first opened, has changed", e.getMessage());
    }

    private static void assertMessage(String message, Path file, CsvOptions options) {
        DataException e = assertThrows(DataException.class, () -> statistics(CsvRowSource.of(file, options)));
        assertEquals(message, e.getMessage());
        assertTrue(text(e).lines().count() == 1, "one line");
    }

    static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String text(DataException e) {
        return String.valueOf(e.getMessage());
    }

    private static SufficientStatistics statistics(RowSource source) {
        return InsecureOpenSites.statistics(SiteData.of(new DatasetIdentity("d"), source));
    }
}
