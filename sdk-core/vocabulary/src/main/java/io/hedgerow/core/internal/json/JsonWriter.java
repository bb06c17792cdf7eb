// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Writes fields into the open object, finite numbers only; throws {@link UncheckedIOException}. Not thread-safe. */
public final class JsonWriter {

    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator out;

    public JsonWriter(JsonGenerator out) {
        this.out = out;
    }

    public interface Value {
        void to(JsonGenerator out) throws IOException;
    }

    private interface Writing {
        void run() throws IOException;
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A whole document of one object: in one line, or indented with a line feed at its end. */
    public static String document(boolean indented, Consumer<JsonWriter> fields) {
        StringWriter text = new StringWriter();
        write(() -> {
            try (JsonGenerator out = JSON.createGenerator(text)) {
                if (indented) {
                    DefaultIndenter indent = new DefaultIndenter("  ", "\n");
                    out.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(indent));
                }
                out.writeStartObject();
                fields.accept(new JsonWriter(out));
                out.writeEndObject();
            }
        });
        return indented ? text.append('\n').toString() : text.toString();
    }

    public void text(String name, String value) {
        write(() -> out.writeStringField(name, value));
    }

    public void whole(String name, long value) {
        write(() -> out.writeNumberField(name, value));
    }

    public void flag(String name, boolean value) {
        write(() -> out.writeBooleanField(name, value));
    }

    /** Writes a number; one that is not finite is an {@link IllegalStateException}. */
    public void number(String name, double value) {
        write(() -> out.writeNumberField(name, finite(name, value)));
    }

    /** Requires a number that JSON can say. */
    public static double finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalStateException(name + " must be finite to be written as JSON, was " + value);
        }
        return value;
    }

    /** Writes a number, or no field where there is none. */
    public void number(String name, OptionalDouble value) {
        value.ifPresent(known -> number(name, known));
    }

    public void textOrNull(String name, Optional<String> value) {
        value.ifPresentOrElse(known -> text(name, known), () -> none(name));
    }

    public void wholeOrNull(String name, OptionalInt value) {
        value.ifPresentOrElse(known -> whole(name, known), () -> none(name));
    }

    /** Writes a number, null where it is not finite. */
    public void numberOrNull(String name, double value) {
        if (Double.isFinite(value)) {
            number(name, value);
        } else {
            none(name);
        }
    }

    public void none(String name) {
        write(() -> out.writeNullField(name));
    }

    public void object(String name, Runnable fields) {
        write(() -> out.writeObjectFieldStart(name));
        fields.run();
        write(out::writeEndObject);
    }

    public <T> void objects(String name, Iterable<T> items, Consumer<T> fields) {
        write(() -> out.writeArrayFieldStart(name));
        for (T item : items) {
            write(out::writeStartObject);
            fields.accept(item);
            write(out::writeEndObject);
        }
        write(out::writeEndArray);
    }

    public void texts(String name, Iterable<String> values) {
        value(name, to -> {
            to.writeStartArray();
            for (String text : values) {
                to.writeString(text);
            }
            to.writeEndArray();
        });
    }

    public void value(String name, Value value) {
        write(() -> {
            out.writeFieldName(name);
            value.to(out);
        });
    }
}
