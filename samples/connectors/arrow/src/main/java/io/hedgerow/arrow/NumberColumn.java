// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.arrow;

import io.hedgerow.core.data.VariableKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.FloatingPointVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.Types.MinorType;
import org.apache.arrow.vector.types.pojo.Field;

/** Reads a column of a batch as numbers, also from texts that stand for numbers. */
final class NumberColumn {

    private static final Set<MinorType> TEXTS =
            EnumSet.of(MinorType.VARCHAR, MinorType.LARGEVARCHAR, MinorType.VIEWVARCHAR, MinorType.BIT);

    private static final Set<MinorType> NUMERIC = EnumSet.of(
            MinorType.TINYINT,
            MinorType.SMALLINT,
            MinorType.INT,
            MinorType.BIGINT,
            MinorType.UINT1,
            MinorType.UINT2,
            MinorType.UINT4,
            MinorType.UINT8,
            MinorType.FLOAT2,
            MinorType.FLOAT4,
            MinorType.FLOAT8,
            MinorType.DECIMAL,
            MinorType.DECIMAL256);

    private final FieldVector vector;
    private final IntToDoubleFunction values;

    private final IntFunction<String> complaints;

    private NumberColumn(FieldVector vector, IntToDoubleFunction values, IntFunction<String> complaints) {
        this.vector = vector;
        this.values = values;
        this.complaints = complaints;
    }

    static boolean isNumeric(Field field) {
        return field.getDictionary() == null && NUMERIC.contains(Types.getMinorTypeForArrowType(field.getType()));
    }

    /** Whether cells have texts: a dictionary may be of texts or of numbers. */
    static boolean hasTexts(Field field) {
        return field.getDictionary() != null
                || isNumeric(field)
                || TEXTS.contains(Types.getMinorTypeForArrowType(field.getType()));
    }

    static String type(Field field) {
        MinorType type = Types.getMinorTypeForArrowType(field.getType());
        return field.getDictionary() == null ? type.toString() : "dictionary of " + type;
    }

    static List<NumberColumn> of(ArrowBatches batches, List<String> names, Map<String, VariableKind.Coding> texts)
            throws IOException {
        VectorSchemaRoot batch = batches.current();
        List<NumberColumn> columns = new ArrayList<>();
        for (String name : names) {
            FieldVector vector = batch.getVector(name);
            VariableKind.Coding coding = texts.get(name);
            if (coding == null) {
                columns.add(new NumberColumn(vector, values(vector), k -> ""));
            } else {
                IntFunction<String> text = texts(batches, vector);
                columns.add(new NumberColumn(
                        vector, k -> coding.code(text.apply(k)), k -> coding.complaint(text.apply(k))));
            }
        }
        return columns;
    }

    private static IntFunction<String> texts(ArrowBatches batches, FieldVector vector) throws IOException {
        if (vector.getField().getDictionary() != null && vector instanceof BaseIntVector places) {
            FieldVector values = batches.dictionary(vector.getField());
            return k -> {
                long place = places.getValueAsLong(k);
                return place >= 0 && place < values.getValueCount() ? text(values, (int) place) : "";
            };
        }
        return k -> text(vector, k);
    }

    /** Truth values and whole numbers as they are written everywhere. */
    private static String text(FieldVector vector, int row) {
        if (vector.isNull(row)) {
            return "";
        }
        if (vector instanceof BitVector bits) {
            return bits.get(row) == 1 ? "true" : "false";
        }
        if (!isNumeric(vector.getField())) {
            return String.valueOf(vector.getObject(row));
        }
        double number = values(vector).applyAsDouble(row);
        boolean whole = number == Math.rint(number) && Math.abs(number) < 0x1p53;
        return whole ? Long.toString((long) number) : String.valueOf(vector.getObject(row));
    }

    private static IntToDoubleFunction values(FieldVector vector) {
        if (vector instanceof Float2Vector half) {
            return half::getValueAsFloat;
        }
        if (vector instanceof FloatingPointVector number) {
            return number::getValueAsDouble;
        }
        if (vector instanceof UInt8Vector unsigned) {
            return k -> unsigned.getObjectNoOverflow(k).doubleValue();
        }
        if (vector instanceof BaseIntVector whole) {
            return whole::getValueAsLong;
        }
        if (vector instanceof DecimalVector decimal) {
            return k -> decimal.getObject(k).doubleValue();
        }
        if (vector instanceof Decimal256Vector decimal) {
            return k -> decimal.getObject(k).doubleValue();
        }
        throw new IllegalStateException("no numbers in " + vector.getClass());
    }

    /** A number, or NaN where the cell is null. */
    double get(int row) {
        return vector.isNull(row) ? Double.NaN : values.applyAsDouble(row);
    }

    /** Why a text stands for nothing; empty where the cell is null, or no text. */
    String complaint(int row) {
        return vector.isNull(row) ? "" : complaints.apply(row);
    }
}
