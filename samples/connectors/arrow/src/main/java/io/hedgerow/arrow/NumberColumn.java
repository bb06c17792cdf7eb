// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.arrow;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.apache.arrow.vector.BaseIntVector;
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

/** The cells of a numeric column in a batch. */
final class NumberColumn {

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

    private NumberColumn(FieldVector vector, IntToDoubleFunction values) {
        this.vector = vector;
        this.values = values;
    }

    static boolean isNumeric(Field field) {
        return field.getDictionary() == null && NUMERIC.contains(Types.getMinorTypeForArrowType(field.getType()));
    }

    static String type(Field field) {
        MinorType type = Types.getMinorTypeForArrowType(field.getType());
        return field.getDictionary() == null ? type.toString() : "dictionary of " + type;
    }

    static List<NumberColumn> of(VectorSchemaRoot batch, List<String> names) {
        List<NumberColumn> columns = new ArrayList<>();
        for (String name : names) {
            FieldVector vector = batch.getVector(name);
            columns.add(new NumberColumn(vector, values(vector)));
        }
        return columns;
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
}
