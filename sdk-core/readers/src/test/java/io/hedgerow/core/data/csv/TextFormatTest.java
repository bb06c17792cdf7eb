// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CSV as one of the formats that programs find as services. */
class TextFormatTest {

    @TempDir
    Path folder;

    private Path file;

    private final RowSource.FileFormat format = ServiceLoader.load(RowSource.FileFormat.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.endings().isEmpty())
            .findFirst()
            .orElseThrow();

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("rows.txt"); // whatever it is called
        Files.writeString(file, "who;sex;x\nward A;F;1\nward B;M;\nward A;M;2\n");
    }

    private static List<double[]> read(RowSource rows) {
        List<double[]> all = new ArrayList<>();
        rows.forEachRow(row -> all.add(row.clone()));
        return all;
    }

    @Test
    void columns_areThoseOfTheHeader() {
        assertEquals(List.of("who", "sex", "x"), format.columns(file));
    }

    @Test
    void rows_haveLevels_namesOfKeys_andMissingCells() {
        RowSource rows = format.rows(
                file,
                List.of("x", "sex", "who"),
                MissingValues.AS_NAN,
                Map.of("sex", VariableKind.categorical("F", "M")),
                Set.of("who"));
        List<double[]> read = read(rows);
        assertEquals(3, read.size());
        assertArrayEquals(new double[] {1, 0}, new double[] {read.get(0)[0], read.get(0)[1]});
        assertEquals(Double.NaN, read.get(1)[0]);
        assertEquals(read.get(0)[2], read.get(2)[2]);
        assertEquals("ward B", rows.keyText(read.get(1)[2]));
    }

    @Test
    void rows_withoutKeys_areNumbers() {
        assertThrows(
                DataException.class,
                () -> read(format.rows(file, List.of("who", "x"), MissingValues.SKIP_ROW, Map.of())));
        assertEquals(
                2, read(format.rows(file, List.of("x"), MissingValues.SKIP_ROW)).size());
    }
}
