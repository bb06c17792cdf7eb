// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.rows.InMemoryRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The texts of rows that a program gives. */
class InspectedRowsTest {

    @TempDir
    Path folder;

    /** Keeps the texts of a column. */
    private record Heard(List<String> texts) implements Coding {
        @Override
        public VariableKind kind() {
            return VariableKind.NUMERIC;
        }

        @Override
        public double code(String text) {
            texts.add(text);
            return 0;
        }

        @Override
        public String complaint(String text) {
            throw new AssertionError("every text is taken");
        }
    }

    private static Map<String, List<String>> texts(InspectedRows rows) {
        Map<String, Heard> heard = new LinkedHashMap<>();
        rows.columns().forEach(column -> heard.put(column, new Heard(new ArrayList<>())));
        long count = rows.read(heard);
        Map<String, List<String>> texts = new LinkedHashMap<>();
        heard.forEach((column, one) -> {
            assertEquals(count, one.texts().size(), column);
            texts.put(column, one.texts());
        });
        return texts;
    }

    private static RowSource mixed() {
        VariableSchema schema = VariableSchema.of("x", "s").with(Map.of("s", VariableKind.categorical("low", "high")));
        return InMemoryRows.of(schema, new double[][] {{1, 0}, {-2.5, 1}, {1e300, 0}, {0x1p53, 1}});
    }

    @Test
    void numbersAndLevels_areTextsAsAFileWouldHaveThem() {
        assertEquals(
                Map.of(
                        "x", List.of("1", "-2.5", "1.0E300", "9.007199254740992E15"),
                        "s", List.of("low", "high", "low", "high")),
                texts(InspectedRows.of(mixed())));
    }

    @Test
    void aCellThatIsNaN_isEmpty() {
        RowSource rows = new RowSource() {
            @Override
            public VariableSchema schema() {
                return VariableSchema.of("x");
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                consumer.accept(new double[] {Double.NaN});
                consumer.accept(new double[] {3});
            }
        };
        assertEquals(Map.of("x", List.of("", "3")), texts(InspectedRows.of(rows)));
    }

    @Test
    void aCsvFile_isReadAsItIsWritten() throws IOException {
        Path file =
                Files.writeString(folder.resolve("a.csv"), "\uFEFF\"x, in mg\";\"s\";\r\n\"1,5\"; N/A ;\r\n;B;\r\n");
        InspectedRows rows = InspectedRows.csv(file);
        assertEquals(List.of("x, in mg", "s"), rows.columns());
        assertEquals(List.of("1,5", ""), texts(rows).get("x, in mg"));
        assertEquals(
                List.of("N/A", "B"),
                texts(rows).get("s").stream().map(String::strip).toList());
        assertEquals(file.toString(), rows.place());
        assertEquals("a.csv", rows.name());
        assertTrue(rows.isCsv());
        assertEquals(Optional.of(CsvOptions.CsvSeparator.SEMICOLON), rows.separator());
        assertEquals(1, rows.unnamed().size());
    }

    @Test
    void rowsOfAFile_areKnownByItsName_andHaveNoWayOfWriting() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), "x;y\n1;2\n");
        InspectedRows rows = InspectedRows.of(CsvRowSource.of(file, CsvOptions.defaults()));
        assertEquals("a.csv", rows.name());
        assertEquals(Optional.empty(), rows.separator());
        assertEquals("data", InspectedRows.of(mixed()).name());
    }

    @Test
    void aFileThatIsNotThere_isRefusedAtOnce() {
        assertThrows(DataException.class, () -> InspectedRows.csv(folder.resolve("none.csv")));
    }

    /** As in a database, where NULL has no text. */
    @Test
    void aCellWithoutText_isMissingInItsOwnRow() {
        String[][] cells = {{"1.5", "A"}, {"", "B"}, {"3.5", ""}, {"4.5", "A"}};
        InspectedRows rows = InspectedRows.file(Path.of("t.parquet"), List.of("x", "s"), codings -> new RowSource() {
            @Override
            public VariableSchema schema() {
                return VariableSchema.of("x", "s");
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                for (String[] row : cells) {
                    double x = row[0].isEmpty() ? Double.NaN : codings.get("x").code(row[0]);
                    double s = row[1].isEmpty() ? Double.NaN : codings.get("s").code(row[1]);
                    consumer.accept(new double[] {x, s});
                }
            }
        });
        SeenFile seen = SeenFile.of(rows);
        assertEquals(4, seen.count());
        double[] x = seen.columns().get(0).values();
        assertArrayEquals(new double[] {1.5, Double.NaN, 3.5, 4.5}, x);
        double[] s = seen.columns().get(1).values();
        assertEquals(s[0], s[3], "the same level");
        assertNotEquals(s[0], s[1], "another level");
        assertTrue(Double.isNaN(s[2]), "no level");
    }

    /** A source of another kind is asked for texts of every column, at every reading. */
    @Test
    void anotherFile_isReadByTheProgram() {
        List<Map<String, Coding>> asked = new ArrayList<>();
        InspectedRows rows = InspectedRows.file(Path.of("data", "t.parquet"), List.of("x", "s"), codings -> {
            asked.add(codings);
            double x = codings.get("x").code("7");
            double s = codings.get("s").code("A");
            return InMemoryRows.of(VariableSchema.of("s", "x"), new double[][] {{s, x}});
        });
        assertEquals(Map.of("x", List.of("7"), "s", List.of("A")), texts(rows));
        assertEquals("t.parquet", rows.name());
        SeenFile seen = SeenFile.of(rows);
        assertEquals(1, seen.count());
        assertEquals(3, asked.size());
        assertEquals(7, seen.columns().get(0).values()[0]);
        assertEquals(Map.of(), seen.missing(), "a mapping file mends CSV files alone");
    }
}
