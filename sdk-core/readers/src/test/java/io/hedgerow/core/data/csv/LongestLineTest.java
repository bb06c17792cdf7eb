// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import static io.hedgerow.core.data.csv.LineIsARecordProperties.read;
import static io.hedgerow.core.data.csv.LineIsARecordProperties.write;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.MissingValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** With {@link MissingValues#AS_NAN} a line that is too long is a row without numbers, and decides nothing else. */
@Tag("slow")
class LongestLineTest {

    private static final CsvOptions AS_NAN = CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN);

    /** Longer than any line that is read, and with more fields than a tokeniser takes. */
    @Test
    void lineWithoutMeasure_isARowOfNaN() throws IOException {
        byte[] digits = new byte[(1 << 24) + 5];
        Arrays.fill(digits, (byte) '7');
        byte[] separators = new byte[100_000];
        Arrays.fill(separators, (byte) ',');
        byte[] quotes = new byte[(1 << 24) + 5];
        Arrays.fill(quotes, (byte) '"');
        byte[] last = "2,2,low,2".getBytes(StandardCharsets.UTF_8);
        for (boolean compressed : new boolean[] {false, true}) {
            Path file = write(List.of(digits, last, separators, last, quotes, last), "\r\n", compressed);
            List<double[]> rows = read(CsvRowSource.of(file, AS_NAN.withColumns("x", "y")));
            assertEquals(6, rows.size());
            for (int k = 0; k < rows.size(); k++) {
                assertArrayEquals(
                        k % 2 == 1 ? new double[] {2, 2} : new double[] {Double.NaN, Double.NaN}, rows.get(k));
            }
            Files.write(file, "a\n1\n".getBytes(StandardCharsets.UTF_8));
            Files.write(file, digits, StandardOpenOption.APPEND);
            assertEquals(2, read(CsvRowSource.of(file, AS_NAN)).size(), "the last line, without an end");
            Files.delete(file);
        }
    }

    private static byte[] oneAndThree(int length) {
        byte[] line = new byte[length];
        Arrays.fill(line, (byte) ' ');
        line[0] = '1';
        line[1] = ',';
        line[length - 1] = '3';
        return line;
    }

    /** Whether a line is too long depends on no other. */
    @Test
    void longestLine_isReadWhereverItStands_andOneByteMoreIsNot() throws IOException {
        for (String before : List.of("", "5,6\n", "7,8\n".repeat(200_000))) {
            Path file = Files.createTempFile("lines", ".csv");
            Files.writeString(file, "a,b\n" + before);
            for (int more = 0; more < 2; more++) {
                Files.write(file, oneAndThree((1 << 24) + more), StandardOpenOption.APPEND);
                Files.writeString(file, "\n9,9\n", StandardOpenOption.APPEND);
            }
            List<double[]> rows = read(CsvRowSource.of(file, AS_NAN));
            assertEquals(before.length() / 4 + 4, rows.size());
            List<double[]> last = rows.subList(rows.size() - 4, rows.size());
            assertArrayEquals(new double[] {1, 3}, last.get(0));
            assertArrayEquals(new double[] {9, 9}, last.get(1));
            assertArrayEquals(new double[] {Double.NaN, Double.NaN}, last.get(2));
            assertArrayEquals(new double[] {9, 9}, last.get(3));
            Files.delete(file);
        }
    }
}
