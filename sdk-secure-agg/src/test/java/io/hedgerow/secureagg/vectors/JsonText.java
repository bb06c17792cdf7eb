// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.vectors;

import io.hedgerow.secureagg.internal.key.Octets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** JSON as text, one field a line. Numbers beyond 2^53 are text, as many readers round them. */
final class JsonText {

    private final StringBuilder out = new StringBuilder();
    private String indent = "";
    private boolean first = true;

    void open() {
        out.append("{");
        indent += " ";
        first = true;
    }

    void close() {
        indent = indent.substring(1);
        out.append("\n").append(indent).append("}");
        first = false;
    }

    private void field(String name, String value) {
        out.append(first ? "\n" : ",\n")
                .append(indent)
                .append('"')
                .append(name)
                .append("\": ")
                .append(value);
        first = false;
    }

    void number(String name, long value) {
        field(name, Long.toString(value));
    }

    void text(String name, String value) {
        field(name, '"' + value + '"');
    }

    void hex(String name, Octets value) {
        bytes(name, value.toBytes());
    }

    void bytes(String name, byte[] value) {
        text(name, HexFormat.of().formatHex(value));
    }

    void hexes(String name, List<Octets> values) {
        field(
                name,
                values.stream()
                        .map(value -> '"' + HexFormat.of().formatHex(value.toBytes()) + '"')
                        .collect(Collectors.joining(", ", "[", "]")));
    }

    void numbers(String name, List<Integer> values) {
        field(name, values.toString());
    }

    void texts(String name, long[] values) {
        field(
                name,
                Arrays.stream(values)
                        .mapToObj(value -> "\"" + value + '"')
                        .collect(Collectors.joining(", ", "[", "]")));
    }

    <T> void list(String name, List<T> items, Consumer<T> writer) {
        field(name, "[");
        for (int i = 0; i < items.size(); i++) {
            out.append(i == 0 ? "" : ", ");
            open();
            writer.accept(items.get(i));
            close();
        }
        out.append("]");
        first = false;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
