// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.arrow;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;

/** Files that Arrow itself wrote. */
public final class ArrowFixtures {

    /** How a file is written. */
    public enum Format {
        FILE,
        STREAM,
        LZ4,
        ZSTD
    }

    private ArrowFixtures() {}

    /** One batch of columns that somebody fills. */
    static Path write(Path file, Function<BufferAllocator, List<FieldVector>> columns) throws IOException {
        try (BufferAllocator memory = new RootAllocator();
                VectorSchemaRoot table = new VectorSchemaRoot(columns.apply(memory));
                WritableByteChannel out = Channels.newChannel(Files.newOutputStream(file));
                ArrowWriter writer = writer(table, out, Format.FILE)) {
            writer.start();
            writer.writeBatch();
            writer.end();
        }
        return file;
    }

    /** Columns of doubles in batches of at most so many rows; NaN is a null. */
    public static Path write(Path file, Format format, List<String> names, double[][] rows, int most)
            throws IOException {
        try (BufferAllocator memory = new RootAllocator();
                VectorSchemaRoot table = new VectorSchemaRoot(names.stream()
                        .<FieldVector>map(name -> new Float8Vector(name, memory))
                        .toList());
                WritableByteChannel out = Channels.newChannel(Files.newOutputStream(file));
                ArrowWriter writer = writer(table, out, format)) {
            writer.start();
            for (int first = 0; first < rows.length; first += most) {
                int count = Math.min(most, rows.length - first);
                for (int j = 0; j < names.size(); j++) {
                    Float8Vector column = (Float8Vector) table.getVector(j);
                    column.allocateNew(count);
                    for (int k = 0; k < count; k++) {
                        if (Double.isNaN(rows[first + k][j])) {
                            column.setNull(k);
                        } else {
                            column.set(k, rows[first + k][j]);
                        }
                    }
                }
                table.setRowCount(count);
                writer.writeBatch();
            }
            writer.end();
        }
        return file;
    }

    private static ArrowWriter writer(VectorSchemaRoot table, WritableByteChannel out, Format format) {
        DictionaryProvider none = new DictionaryProvider.MapDictionaryProvider();
        Optional<CodecType> codec =
                switch (format) {
                    case LZ4 -> Optional.of(CodecType.LZ4_FRAME);
                    case ZSTD -> Optional.of(CodecType.ZSTD);
                    default -> Optional.empty();
                };
        if (codec.isPresent()) {
            return new ArrowFileWriter(
                    table, none, out, Map.of(), IpcOption.DEFAULT, CommonsCompressionFactory.INSTANCE, codec.get());
        }
        return format == Format.STREAM
                ? new ArrowStreamWriter(table, none, out)
                : new ArrowFileWriter(table, none, out);
    }
}
