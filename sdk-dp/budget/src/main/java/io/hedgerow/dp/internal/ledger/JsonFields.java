// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a JSON object, and checks that every field is read and has the right kind. */
public final class JsonFields {

    private final JsonNode object;
    private final Set<String> asked = new HashSet<>();

    public JsonFields(@Nullable JsonNode node) {
        if (node == null || !node.isObject()) {
            throw new IllegalArgumentException("must be a JSON object");
        }
        this.object = node;
    }

    public JsonNode node(String name) {
        asked.add(name);
        JsonNode node = object.get(name);
        if (node == null) {
            throw new IllegalArgumentException("has no field " + name);
        }
        return node;
    }

    public JsonFields object(String name) {
        return new JsonFields(node(name));
    }

    public String text(String name) {
        JsonNode node = node(name);
        if (!node.isTextual()) {
            throw new IllegalArgumentException(name + " must be text");
        }
        return node.textValue();
    }

    public Optional<String> optionalText(String name) {
        return object.has(name) ? Optional.of(text(name)) : Optional.empty();
    }

    public double number(String name) {
        return number(name, node(name));
    }

    private static double number(String name, JsonNode node) {
        if (!node.isNumber()) {
            throw new IllegalArgumentException(name + " must be a number");
        }
        return node.doubleValue();
    }

    public long whole(String name) {
        JsonNode node = node(name);
        if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < 0) {
            throw new IllegalArgumentException(name + " must be a whole number >= 0");
        }
        return node.longValue();
    }

    public int index(String name) {
        long value = whole(name);
        if (value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + " must be at most " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    public void forEachNumber(BiConsumer<String, Double> consumer) {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            asked.add(field.getKey());
            consumer.accept(field.getKey(), number(field.getKey(), field.getValue()));
        }
    }

    public void requireNoOthers() {
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!asked.contains(field.getKey())) {
                throw new IllegalArgumentException("has an unknown field " + field.getKey());
            }
        }
    }
}
