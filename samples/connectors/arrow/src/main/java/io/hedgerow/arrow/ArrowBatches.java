// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.arrow;

import io.hedgerow.core.data.DataException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.Field;

/** The record batches of an open file, one after the other. */
final class ArrowBatches implements AutoCloseable {

    /** The first bytes of a file. */
    private static final byte[] FILE = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    /** The first bytes of a stream; the length of the first message follows. */
    private static final int MESSAGE = 0xFFFF_FFFF;

    private static final int HEAD = 8;

    private final BufferAllocator memory;
    private final ArrowReader reader;

    private ArrowBatches(BufferAllocator memory, ArrowReader reader) {
        this.memory = memory;
        this.reader = reader;
    }

    static ArrowBatches open(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException("it is missing, or may not be read");
        }
        requireOpenMemory(file);
        BufferAllocator memory = new RootAllocator();
        try {
            return new ArrowBatches(memory, reader(file, memory));
        } catch (IOException | RuntimeException e) {
            memory.close();
            throw e;
        }
    }

    /** Without it Arrow fails within, and says of the file that it cannot be read. */
    private static void requireOpenMemory(Path file) {
        Module arrow = RootAllocator.class.getModule();
        if (!Object.class.getModule().isOpen("java.nio", arrow)) {
            throw new DataException(file + ": Arrow needs memory outside of the heap: start java with"
                    + " --add-opens=java.base/java.nio=" + (arrow.isNamed() ? arrow.getName() : "ALL-UNNAMED"));
        }
    }

    /** A reader would take four letters of any other file for a length, and make room for so many bytes. */
    private static ArrowReader reader(Path file, BufferAllocator memory) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD);
        }
        if (Arrays.equals(FILE, Arrays.copyOf(head, FILE.length))) {
            return new ArrowFileReader(FileChannel.open(file), memory, CommonsCompressionFactory.INSTANCE);
        }
        ByteBuffer message = ByteBuffer.wrap(Arrays.copyOf(head, HEAD)).order(ByteOrder.LITTLE_ENDIAN);
        if (message.getInt() != MESSAGE || message.getInt() > Files.size(file)) {
            throw new IOException("it begins with neither ARROW1 nor a message");
        }
        return new ArrowStreamReader(
                new BufferedInputStream(Files.newInputStream(file)), memory, CommonsCompressionFactory.INSTANCE);
    }

    List<Field> fields() throws IOException {
        return reader.getVectorSchemaRoot().getSchema().getFields();
    }

    boolean next() throws IOException {
        return reader.loadNextBatch();
    }

    VectorSchemaRoot current() throws IOException {
        return reader.getVectorSchemaRoot();
    }

    /** The values that the numbers of a column with a dictionary stand for. */
    FieldVector dictionary(Field field) throws IOException {
        return reader.lookup(field.getDictionary().getId()).getVector();
    }

    @Override
    public void close() throws IOException {
        reader.close();
        memory.close();
    }
}
