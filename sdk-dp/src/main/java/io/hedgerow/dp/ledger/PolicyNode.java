package io.hedgerow.dp.ledger;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Nearest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A part of a policy file that knows its place, so that every complaint names file, line, key, value and what is allowed.
 * Values are texts until somebody asks for a number: YAML's own guesses (octal, sexagesimal, yes and no) are not used.
 */
final class PolicyNode {

    private static final int DEEPEST = 4;
    private static final int LONGEST_QUOTE = 60;

    private final String file;
    private final String key;
    private final int line;
    private final @Nullable String scalar;
    private final @Nullable Map<String, PolicyNode> fields;
    private final @Nullable List<PolicyNode> items;

    private PolicyNode(
            String file,
            String key,
            int line,
            @Nullable String scalar,
            @Nullable Map<String, PolicyNode> fields,
            @Nullable List<PolicyNode> items) {
        this.file = file;
        this.key = key;
        this.line = line;
        this.scalar = scalar;
        this.fields = fields;
        this.items = items;
    }

    /** The document at the parser's token. */
    static PolicyNode read(String file, JsonParser parser) throws IOException {
        return read(file, "", parser.currentTokenLocation().getLineNr(), parser, 0);
    }

    /** A value; its line is that of its key. */
    private static PolicyNode read(String file, String key, int line, JsonParser parser, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        if (parser.getObjectId() != null || parser.getTypeId() != null || isAlias(parser)) {
            throw complaint(file, line, "anchors, aliases and tags are not allowed in a policy");
        }
        if (depth > DEEPEST) {
            throw complaint(file, line, "a policy is nested at most " + DEEPEST + " deep");
        }
        if (token == JsonToken.START_ARRAY) {
            List<PolicyNode> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(read(file, key, parser.currentTokenLocation().getLineNr(), parser, depth + 1));
            }
            return new PolicyNode(file, key, line, null, null, items);
        }
        if (token == JsonToken.START_OBJECT) {
            return new PolicyNode(file, key, line, null, fields(file, key, parser, depth), null);
        }
        String text = token == JsonToken.VALUE_NULL ? "" : parser.getText();
        return new PolicyNode(file, key, line, text, null, null);
    }

    /** An alias is delivered as a text that is its name. */
    private static boolean isAlias(JsonParser parser) throws IOException {
        return parser instanceof YAMLParser yaml && yaml.isCurrentAlias();
    }

    private static Map<String, PolicyNode> fields(String file, String key, JsonParser parser, int depth)
            throws IOException {
        Map<String, PolicyNode> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            int line = parser.currentTokenLocation().getLineNr();
            String path = key.isEmpty() ? name : key + "." + name;
            parser.nextToken();
            PolicyNode value = read(file, path, line, parser, depth + 1);
            if (fields.put(name, value) != null) {
                throw complaint(file, line, "key " + quote(path) + " appears twice");
            }
        }
        return fields;
    }

    Optional<PolicyNode> optional(String name) {
        return Optional.ofNullable(requireFields().get(name));
    }

    PolicyNode required(String name) {
        return optional(name)
                .orElseThrow(() ->
                        complaint(file, line, "key " + quote(key.isEmpty() ? name : key + "." + name) + " is missing"));
    }

    private Map<String, PolicyNode> requireFields() {
        if (fields == null) {
            throw mustBe("keys with values");
        }
        return fields;
    }

    void requireOnly(String... allowed) {
        requireFields().forEach((name, value) -> {
            if (!List.of(allowed).contains(name)) {
                throw complaint(
                        file,
                        value.line,
                        "there is no key " + quote(value.key)
                                + Nearest.to(name, List.of(allowed))
                                        .map(near -> ", did you mean \"" + near + "\"?")
                                        .orElse("")
                                + " (allowed: " + String.join(", ", allowed) + ")");
            }
        });
    }

    boolean isMapping() {
        return fields != null;
    }

    List<PolicyNode> items(String allowed) {
        if (items == null) {
            throw mustBe(allowed);
        }
        return items;
    }

    String text(String allowed) {
        if (scalar == null || scalar.isEmpty()) {
            throw mustBe(allowed);
        }
        return scalar;
    }

    double number(String allowed) {
        String text = text(allowed);
        if (!text.matches("[0-9]{1,30}(\\.[0-9]{1,30})?([eE][-+]?[0-9]{1,3})?")) {
            throw mustBe(allowed);
        }
        return Double.parseDouble(text);
    }

    long whole(long least, long most) {
        String allowed = "a whole number from " + least + " to " + most;
        String text = text(allowed);
        if (!text.matches("0|[1-9][0-9]{0,17}") || Long.parseLong(text) < least || Long.parseLong(text) > most) {
            throw mustBe(allowed);
        }
        return Long.parseLong(text);
    }

    DataException mustBe(String allowed) {
        String was = scalar != null ? quote(scalar) : fields != null ? "a group of keys" : "a list";
        return complaint(file, line, (key.isEmpty() ? "the policy" : key) + " must be " + allowed + ", was " + was);
    }

    /** A complaint of a type that checks itself. */
    DataException complain(String message) {
        return complaint(file, line, key + ": " + message);
    }

    static DataException complaint(String file, int line, String message) {
        return new DataException(file + ":" + line + ": " + message);
    }

    private static String quote(String text) {
        String shown = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "..." : text;
        return "\"" + shown.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", "?") + "\"";
    }
}
