// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.spark;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource.UnitSum;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * Processes the rows of one Spark partition on its executor.
 *
 * @param variables d
 * @param first position of the first of them; the user's is 0
 * @param missing what to do with cells that hold no finite number
 * @param name of the table, for messages
 */
record PartOfTable(int variables, int first, MissingValues missing, String name) implements Serializable {

    /** The cells of a row; null where the row is to be left out. */
    double @Nullable [] numbers(Row row) {
        double[] numbers = new double[variables];
        for (int j = 0; j < variables; j++) {
            double value = row.isNullAt(first + j) ? Double.NaN : row.getDouble(first + j);
            if (!Double.isFinite(value)) {
                if (missing == MissingValues.SKIP_ROW) {
                    return null;
                }
                boolean used =
                        missing == MissingValues.AS_NAN || (missing == MissingValues.USE && !Double.isInfinite(value));
                if (!used) {
                    throw new DataException(name + ": must hold finite numbers, holds something else: "
                            + (Double.isInfinite(value) ? "correct" : "complete")
                            + " the cell, leave the row out of the table, or read with MissingValues."
                            + (Double.isInfinite(value) ? "SKIP_ROW" : "USE (gram) or SKIP_ROW"));
                }
                value = Double.NaN;
            }
            numbers[j] = value;
        }
        return numbers;
    }

    <S extends UnitSum<S>> S sumOfRows(Dataset<Row> table, S empty) {
        byte[] start = bytes(empty);
        return merged(
                table.javaRDD().mapPartitions(rows -> {
                    S sum = PartOfTable.<S>read(start);
                    rows.forEachRemaining(
                            row -> Optional.ofNullable(numbers(row)).ifPresent(sum::add));
                    return List.of(bytes(sum)).iterator();
                }),
                empty);
    }

    /** Of a table whose partitions have all rows of a user, one after the other. */
    <S extends UnitSum<S>> S sumOfUsers(Dataset<Row> table, S empty) {
        byte[] start = bytes(empty);
        return merged(
                table.javaRDD().mapPartitions(rows -> {
                    S sum = PartOfTable.<S>read(start);
                    addUsers(rows, sum);
                    return List.of(bytes(sum)).iterator();
                }),
                empty);
    }

    private <S extends UnitSum<S>> void addUsers(Iterator<Row> rows, S sum) {
        List<double[]> own = new ArrayList<>();
        long user = 0;
        while (rows.hasNext()) {
            Row row = rows.next();
            if (!own.isEmpty() && row.getLong(0) != user) {
                sum.addUser(own);
                own = new ArrayList<>();
            }
            user = row.getLong(0);
            Optional.ofNullable(numbers(row)).ifPresent(own::add);
        }
        if (!own.isEmpty()) {
            sum.addUser(own);
        }
    }

    private <S extends UnitSum<S>> S merged(JavaRDD<byte[]> parts, S empty) {
        try {
            byte[] all = parts.getNumPartitions() == 0 // every other has a sum, be it of nothing
                    ? bytes(empty)
                    : parts.treeReduce((one, other) -> {
                        S sum = PartOfTable.<S>read(one);
                        sum.merge(PartOfTable.<S>read(other));
                        return bytes(sum);
                    });
            return PartOfTable.<S>read(all);
        } catch (RuntimeException e) {
            throw e instanceof DataException data ? data : failure(e);
        } catch (Exception e) {
            if (e instanceof SparkException) {
                throw failure(e); // Spark's methods throw it without saying so
            }
            throw new IllegalStateException(e);
        }
    }

    private DataException failure(Exception e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof DataException data) {
                return data;
            }
        }
        return new DataException(name + ": must be a table that Spark can read, failed with " + reason(e), e);
    }

    private static String reason(Exception e) {
        @Nullable String message = e.getMessage();
        return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
    }

    private static byte[] bytes(Serializable sum) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sum);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** From processes of the same engine only. */
    @SuppressWarnings({"unchecked", "BanSerializableRead", "TypeParameterUnusedInFormals"})
    private static <S> S read(byte[] bytes) {
        try (ObjectInputStream in = new OfThisLoader(new ByteArrayInputStream(bytes))) {
            return (S) in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the engine's processes must have Hedgerow's jars, lack " + reason(e), e);
        }
    }

    /** Deserialises objects with the class loader of the current thread, which knows the classes given to Spark. */
    private static final class OfThisLoader extends ObjectInputStream {
        OfThisLoader(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            return loader == null ? super.resolveClass(described) : Class.forName(described.getName(), false, loader);
        }
    }
}
