// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks documents against as much of JSON Schema as {@code docs/result.schema.json} uses: type, properties, required,
 * additionalProperties, items, enum, const, minimum, maximum, oneOf and references within the file. Another keyword is
 * an error, for it would be skipped silently.
 */
public final class SchemaCheck {

    private static final Set<String> ANNOTATIONS = Set.of("$schema", "$defs", "title", "description");

    private final JsonNode root;

    private SchemaCheck(JsonNode root) {
        this.root = root;
    }

    /** The schema of {@code result.json}. */
    public static SchemaCheck ofResult() {
        try {
            return new SchemaCheck(
                    JsonOutput.object(Files.readString(Checkout.ROOT.resolve("docs/result.schema.json"))));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static SchemaCheck of(String schema) {
        return new SchemaCheck(JsonOutput.object(schema));
    }

    /** What is wrong with a document, with places; empty when it is valid. */
    public List<String> problems(JsonNode document) {
        List<String> problems = new ArrayList<>();
        check(root, document, "$", problems);
        return problems;
    }

    private void check(JsonNode schema, JsonNode value, String at, List<String> problems) {
        schema.properties().forEach(rule -> {
            JsonNode wanted = rule.getValue();
            switch (rule.getKey()) {
                case "$ref" -> check(root.at(wanted.asText().substring(1)), value, at, problems);
                case "type" -> require(isOfType(value, wanted.asText()), at, "must be of type " + wanted, problems);
                case "enum" -> {
                    List<JsonNode> allowed = new ArrayList<>();
                    wanted.forEach(allowed::add);
                    require(allowed.contains(value), at, "must be one of " + wanted + ", was " + value, problems);
                }
                case "const" -> require(wanted.equals(value), at, "must be " + wanted + ", was " + value, problems);
                case "minimum" ->
                    require(!value.isNumber() || value.asDouble() >= wanted.asDouble(), at, "is too small", problems);
                case "maximum" ->
                    require(!value.isNumber() || value.asDouble() <= wanted.asDouble(), at, "is too large", problems);
                case "required" ->
                    wanted.forEach(name ->
                            require(!value.isObject() || value.has(name.asText()), at, "must have " + name, problems));
                case "properties" ->
                    wanted.properties().forEach(property -> {
                        if (value.has(property.getKey())) {
                            String below = at + "." + property.getKey();
                            check(property.getValue(), value.get(property.getKey()), below, problems);
                        }
                    });
                case "additionalProperties" -> additional(schema, wanted, value, at, problems);
                case "items" -> {
                    for (int k = 0; value.isArray() && k < value.size(); k++) {
                        check(wanted, value.get(k), at + "[" + k + "]", problems);
                    }
                }
                case "oneOf" -> oneOf(wanted, value, at, problems);
                default -> {
                    if (!ANNOTATIONS.contains(rule.getKey())) {
                        throw new AssertionError("the schema uses " + rule.getKey() + ", which is not checked");
                    }
                }
            }
        });
    }

    private void additional(JsonNode schema, JsonNode wanted, JsonNode value, String at, List<String> problems) {
        value.properties().forEach(field -> {
            if (!schema.path("properties").has(field.getKey())) {
                if (wanted.isBoolean()) {
                    require(wanted.asBoolean(), at, "must not have " + field.getKey(), problems);
                } else {
                    check(wanted, field.getValue(), at + "." + field.getKey(), problems);
                }
            }
        });
    }

    private void oneOf(JsonNode choices, JsonNode value, String at, List<String> problems) {
        List<List<String>> each = new ArrayList<>();
        for (JsonNode choice : choices) {
            List<String> own = new ArrayList<>();
            check(choice, value, at, own);
            each.add(own);
        }
        long fitting = each.stream().filter(List::isEmpty).count();
        require(fitting == 1, at, "must fit one of " + choices + ", fits " + fitting + ": " + each, problems);
    }

    private static boolean isOfType(JsonNode value, String type) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            default -> throw new AssertionError("the schema uses the type " + type + ", which is not checked");
        };
    }

    private static void require(boolean holds, String at, String problem, List<String> problems) {
        if (!holds) {
            problems.add(at + " " + problem);
        }
    }
}
