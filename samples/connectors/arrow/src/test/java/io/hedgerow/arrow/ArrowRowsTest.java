// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.arrow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.arrow.ArrowFixtures.Format;
import io.hedgerow.contract.RowSourceContract;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.rows.UserRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArrowRowsTest extends RowSourceContract {

    private static final List<String> NAMES = List.of("patient", "age", "dose");

    @TempDir
    Path folder;

    /** The rows of the contract in batches of two. */
    private Path visits(Format format, double secondAge) {
        double[][] rows = {{7, 40, 1}, {-3, secondAge, 2}, {7, 41, 3}, {-3, 52, 4}, {-3, 53, 5}};
        try {
            return ArrowFixtures.write(folder.resolve(format + ".arrow"), format, NAMES, rows, 2);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RowSource rows(double secondAge) {
        return UserRows.of(ArrowRows.of(visits(Format.FILE, secondAge), MissingValues.AS_NAN), "patient");
    }

    @Override
    protected RowSource source() {
        return rows(51);
    }

    @Override
    protected Optional<RowSource> withACellThatHoldsNoNumber() {
        return Optional.of(rows(Double.NaN));
    }

    @Override
    protected Optional<List<Integer>> users() {
        return Optional.of(PERSONS);
    }

    private static List<double[]> read(RowSource rows) {
        List<double[]> all = new ArrayList<>();
        rows.forEachRow(all::add);
        return all;
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void everyFormat_givesTheSameRows(Format format) {
        ArrowRows rows = ArrowRows.of(visits(format, 51), List.of("dose", "age"), MissingValues.REFUSE);
        assertEquals(List.of("dose", "age"), rows.schema().names());
        List<double[]> read = read(rows);
        assertEquals(ROWS.length, read.size());
        for (int k = 0; k < ROWS.length; k++) {
            assertArrayEquals(new double[] {ROWS[k][1], ROWS[k][0]}, read.get(k), "row " + k);
        }
    }

    @Test
    void numbersOfAllKinds_areRead_unsignedOnesToo() throws IOException {
        Path file = ArrowFixtures.write(folder.resolve("kinds.arrow"), memory -> {
            TinyIntVector tiny = new TinyIntVector("tiny", memory);
            UInt1Vector small = new UInt1Vector("small", memory);
            IntVector whole = new IntVector("whole", memory);
            BigIntVector big = new BigIntVector("big", memory);
            UInt8Vector unsigned = new UInt8Vector("unsigned", memory);
            Float4Vector single = new Float4Vector("single", memory);
            DecimalVector decimal = new DecimalVector("decimal", memory, 10, 2);
            tiny.setSafe(0, -5);
            small.setSafe(0, 200);
            whole.setSafe(0, -70_000);
            big.setSafe(0, 1L << 40);
            unsigned.setSafe(0, -1L);
            single.setSafe(0, 0.5f);
            decimal.setSafe(0, new BigDecimal("1.25"));
            List<FieldVector> columns = List.of(tiny, small, whole, big, unsigned, single, decimal);
            columns.forEach(column -> column.setValueCount(1));
            return columns;
        });
        // 2^64 − 1 is between doubles, the next one is 2^64
        assertArrayEquals(
                new double[] {-5, 200, -70_000, 0x1p40, 0x1p64, 0.5, 1.25},
                read(ArrowRows.of(file, MissingValues.REFUSE)).get(0));
    }

    @Test
    void columnThatIsNoNumber_isRefusedByItsType_andMayBeLeftOut() throws IOException {
        Path file = ArrowFixtures.write(folder.resolve("others.arrow"), memory -> {
            List<FieldVector> columns = List.of(
                    new IntVector("age", memory),
                    new VarCharVector("name", memory),
                    new BitVector("smoker", memory),
                    new DateDayVector("born", memory));
            columns.forEach(FieldVector::allocateNew);
            ((IntVector) columns.get(0)).setSafe(0, 40);
            columns.forEach(column -> column.setValueCount(1));
            return columns;
        });
        for (String column : List.of("name", "smoker", "born")) {
            assertRefused(file, List.of("age", column), "column \"" + column + "\": must be numeric, has type");
        }
        assertRefused(file, List.of("dose"), "must have a column \"dose\", has [age, name, smoker, born]");
        assertRefused(file, List.of("age", "age"), "must have a name of its own");
        assertEquals(
                40,
                read(ArrowRows.of(file, List.of("age"), MissingValues.REFUSE)).get(0)[0]);
    }

    private static void assertRefused(Path file, List<String> columns, String said) {
        DataException e = assertThrows(DataException.class, () -> ArrowRows.of(file, columns, MissingValues.AS_NAN));
        assertTrue(String.valueOf(e.getMessage()).contains(said), e.getMessage());
    }

    @Test
    void missingCell_isRefusedByItsPlace_orItsRowIsLeftOut() {
        Path file = visits(Format.FILE, Double.NaN);
        ArrowRows strict = ArrowRows.of(file, MissingValues.REFUSE);
        DataException e = assertThrows(DataException.class, () -> read(strict));
        assertTrue(String.valueOf(e.getMessage()).contains("row 2: must hold finite numbers, \"age\" does not"));
        ArrowRows skipping = ArrowRows.of(file, List.of("age"), MissingValues.SKIP_ROW);
        assertEquals(ROWS.length - 1, read(skipping).size());
        RowSource.Omitted omitted = skipping.omitted();
        assertEquals(ROWS.length, omitted.records());
        assertEquals(1, omitted.rows());
        assertEquals(Map.of("age", 1L), omitted.cells());
        assertFalse(omitted.columns().isEmpty() || omitted.columns().contains("age"));
        assertEquals(List.of(), omitted.contrasts(), "the row that was left out has no other cell");
        ArrowRows all = ArrowRows.of(file, MissingValues.SKIP_ROW);
        read(all);
        assertFalse(all.omitted().contrasts().isEmpty());
    }

    @Test
    void missingCell_isNaN_whereItIsUsed() {
        ArrowRows rows = ArrowRows.of(visits(Format.FILE, Double.NaN), List.of("age"), MissingValues.USE);
        assertEquals(ROWS.length, read(rows).size());
        assertTrue(Double.isNaN(read(rows).get(1)[0]));
        RowSource.Omitted omitted = rows.omitted();
        assertEquals(ROWS.length, omitted.records());
        assertEquals(0, omitted.rows());
        assertEquals(1, omitted.kept());
        assertEquals(Map.of("age", 1L), omitted.cells());
        ArrowRows infinite =
                ArrowRows.of(visits(Format.FILE, Double.POSITIVE_INFINITY), List.of("age"), MissingValues.USE);
        DataException e = assertThrows(DataException.class, () -> read(infinite));
        assertTrue(
                String.valueOf(e.getMessage()).contains("row 2, column \"age\": must be a finite number"),
                e.getMessage());
    }

    @Test
    void fileThatIsBroken_orNone_isSaid() throws IOException {
        Path text = Files.writeString(folder.resolve("rows.csv"), "age,dose\n40,1\n");
        assertRefused(text, List.of(), "must be an Arrow file or stream");
        assertRefused(folder.resolve("nowhere.arrow"), List.of(), "must be an Arrow file or stream");
        byte[] whole = Files.readAllBytes(visits(Format.STREAM, 51));
        Path cut = folder.resolve("cut.arrow");
        Files.write(cut, Arrays.copyOf(whole, whole.length * 2 / 3));
        ArrowRows rows = ArrowRows.of(cut, MissingValues.AS_NAN);
        assertThrows(DataException.class, () -> read(rows));
        Files.delete(cut);
        assertThrows(DataException.class, () -> read(rows));
    }

    /** Texts, truth values, whole numbers and the values of a dictionary are levels to the letter. */
    @Test
    void textsThatAreLevels_areTheirPlaces() throws IOException {
        Path file = folder.resolve("levels.arrow");
        try (BufferAllocator memory = new RootAllocator();
                VarCharVector values = new VarCharVector("values", memory)) {
            values.setSafe(0, "high".getBytes(StandardCharsets.UTF_8));
            values.setSafe(1, "low".getBytes(StandardCharsets.UTF_8));
            values.setValueCount(2);
            DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
            DictionaryProvider.MapDictionaryProvider dictionaries =
                    new DictionaryProvider.MapDictionaryProvider(new Dictionary(values, encoding));
            VarCharVector sex = new VarCharVector("sex", memory);
            BitVector smoker = new BitVector("smoker", memory);
            IntVector code = new IntVector("code", memory);
            IntVector risk = new IntVector("risk", new FieldType(true, new ArrowType.Int(32, true), encoding), memory);
            String[] sexes = {"M", " F"};
            for (int k = 0; k < 2; k++) {
                sex.setSafe(k, sexes[k].getBytes(StandardCharsets.UTF_8));
                smoker.setSafe(k, 1 - k);
                code.setSafe(k, 10 * k);
                risk.setSafe(k, 1 - k);
            }
            sex.setSafe(2, "m".getBytes(StandardCharsets.UTF_8));
            List<FieldVector> columns = List.of(sex, smoker, code, risk);
            columns.forEach(column -> column.setValueCount(3));
            try (VectorSchemaRoot batch = new VectorSchemaRoot(columns);
                    WritableByteChannel out = Channels.newChannel(Files.newOutputStream(file));
                    ArrowFileWriter writer = new ArrowFileWriter(batch, dictionaries, out)) {
                writer.start();
                writer.writeBatch();
                writer.end();
            }
        }
        Map<String, VariableKind.Coding> levels = Map.of(
                "sex", VariableKind.categorical("F", "M"),
                "smoker", VariableKind.categorical("false", "true"),
                "code", VariableKind.categorical("0", "10"),
                "risk", VariableKind.categorical("low", "high"));
        RowSource rows = ArrowRows.of(file, List.of(), MissingValues.AS_NAN, levels);
        assertEquals(List.of("F", "M"), rows.schema().levels(0));
        assertArrayEquals(new double[] {1, 1, 0, 0}, read(rows).get(0));
        assertArrayEquals(new double[] {0, 0, 1, 1}, read(rows).get(1));
        assertArrayEquals(
                new double[] {Double.NaN, Double.NaN, Double.NaN, Double.NaN},
                read(rows).get(2));
        RowSource strict = ArrowRows.of(file, List.of("sex"), MissingValues.REFUSE, levels);
        DataException refused = assertThrows(DataException.class, () -> strict.forEachRow(row -> {}));
        assertTrue(
                String.valueOf(refused.getMessage())
                        .contains("row 3, column \"sex\": must be one of the levels F, M, was \"m\""),
                refused.getMessage());
    }
}
