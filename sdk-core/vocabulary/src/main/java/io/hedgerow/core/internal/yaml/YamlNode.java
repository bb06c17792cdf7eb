// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.yaml;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A part of a document with its position, so that every error names file, line, key, value and what is allowed. Values
 * are texts until a caller asks for a number: YAML's own guesses (octal, sexagesimal, yes and no) are not used.
 */
public final class YamlNode {

    /** People write YAML; programs write JSON. */
    private static final int DEEPEST = 5;

    private static final int DEEPEST_JSON = 50;
    private static final int LONGEST_QUOTE = 60;

    private final String file;
    private final String key;
    private final int line;
    private final @Nullable String scalar;
    private final @Nullable Map<String, YamlNode> fields;
    private final @Nullable List<YamlNode> items;

    private YamlNode(
            String file,
            String key,
            int line,
            @Nullable String scalar,
            @Nullable Map<String, YamlNode> fields,
            @Nullable List<YamlNode> items) {
        this.file = file;
        this.key = key;
        this.line = line;
        this.scalar = scalar;
        this.fields = fields;
        this.items = items;
    }

    static YamlNode read(String file, JsonParser parser) throws IOException {
        return read(file, "", parser.currentTokenLocation().getLineNr(), parser, 0);
    }

    /** A value; its line is that of its key. */
    private static YamlNode read(String file, String key, int line, JsonParser parser, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        if (parser.getObjectId() != null || parser.getTypeId() != null || isAlias(parser)) {
            throw new YamlProblem(file, line, "anchors, aliases and tags are not allowed");
        }
        int deepest = parser instanceof YAMLParser ? DEEPEST : DEEPEST_JSON;
        if (depth > deepest) {
            throw new YamlProblem(file, line, "must be nested at most " + deepest + " deep");
        }
        if (token == JsonToken.START_ARRAY) {
            List<YamlNode> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(read(file, key, parser.currentTokenLocation().getLineNr(), parser, depth + 1));
            }
            return new YamlNode(file, key, line, null, null, items);
        }
        if (token == JsonToken.START_OBJECT) {
            return new YamlNode(file, key, line, null, fields(file, key, parser, depth), null);
        }
        String text = token == JsonToken.VALUE_NULL ? "" : parser.getText();
        return new YamlNode(file, key, line, text, null, null);
    }

    /** An alias is delivered as a text that is its name. */
    private static boolean isAlias(JsonParser parser) throws IOException {
        return parser instanceof YAMLParser yaml && yaml.isCurrentAlias();
    }

    private static Map<String, YamlNode> fields(String file, String key, JsonParser parser, int depth)
            throws IOException {
        Map<String, YamlNode> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            int line = parser.currentTokenLocation().getLineNr();
            String path = key.isEmpty() ? name : key + "." + name;
            parser.nextToken();
            YamlNode value = read(file, path, line, parser, depth + 1);
            if (fields.put(name, value) != null) {
                throw new YamlProblem(file, line, "key " + quote(path) + " appears twice");
            }
        }
        return fields;
    }

    public Optional<YamlNode> optional(String name) {
        return Optional.ofNullable(fields().get(name));
    }

    public YamlNode required(String name) {
        return optional(name)
                .orElseThrow(() -> new YamlProblem(
                        file, line, "key " + quote(key.isEmpty() ? name : key + "." + name) + " is missing"));
    }

    /** Refuses a group that lacks keys, and names all of them at once. */
    public void requireAll(List<String> names) {
        List<String> missing =
                names.stream().filter(name -> optional(name).isEmpty()).toList();
        if (missing.size() == 1) {
            required(missing.get(0));
        }
        if (!missing.isEmpty()) {
            throw new YamlProblem(
                    file,
                    line,
                    "keys "
                            + missing.stream()
                                    .map(name -> quote(key.isEmpty() ? name : key + "." + name))
                                    .collect(Collectors.joining(", "))
                            + " are missing");
        }
    }

    /** The values by key, in the order of the document. */
    public Map<String, YamlNode> fields() {
        if (fields == null) {
            throw mustBe("keys with values");
        }
        return Collections.unmodifiableMap(fields);
    }

    public void requireOnly(String... allowed) {
        fields().forEach((name, value) -> {
            if (!List.of(allowed).contains(name)) {
                throw new YamlProblem(
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

    /** The value as text: empty of groups and lists. */
    public Optional<String> scalar() {
        return Optional.ofNullable(scalar);
    }

    public boolean isMapping() {
        return fields != null;
    }

    public boolean isList() {
        return items != null;
    }

    /** The values of a list, in order; {@code allowed} describes them in a message. */
    public List<YamlNode> items(String allowed) {
        if (items == null) {
            throw mustBe(allowed);
        }
        return Collections.unmodifiableList(items);
    }

    public String text(String allowed) {
        if (textOrEmpty(allowed).isEmpty()) {
            throw mustBe(allowed);
        }
        return textOrEmpty(allowed);
    }

    public String textOrEmpty(String allowed) {
        if (scalar == null) {
            throw mustBe(allowed);
        }
        return scalar;
    }

    /** A text that a regular expression matches whole. */
    public String matching(String pattern, String allowed) {
        String text = text(allowed);
        if (!text.matches(pattern)) {
            throw mustBe(allowed);
        }
        return text;
    }

    public double number(String allowed) {
        double number = Double.parseDouble(matching("-?[0-9]{1,30}(\\.[0-9]{1,30})?([eE][-+]?[0-9]{1,3})?", allowed));
        if (!Double.isFinite(number)) {
            throw mustBe(allowed);
        }
        return number;
    }

    public int whole(int least, int most) {
        return (int) whole((long) least, (long) most);
    }

    public long whole(long least, long most) {
        String allowed = "a whole number from " + least + " to " + most;
        long number = Long.parseLong(matching("0|[1-9][0-9]{0,17}", allowed));
        if (number < least || number > most) {
            throw mustBe(allowed);
        }
        return number;
    }

    public boolean flag() {
        return matching("true|false", "true or false").equals("true");
    }

    /** A value that checks itself. */
    public <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw complain(Words.reason(e));
        }
    }

    public YamlProblem mustBe(String allowed) {
        String was = scalar != null ? quote(scalar) : fields != null ? "a group of keys" : "a list";
        return new YamlProblem(
                file, line, (key.isEmpty() ? "the document" : printable(key)) + " must be " + allowed + ", was " + was);
    }

    public YamlProblem complain(String message) {
        return new YamlProblem(file, line, (key.isEmpty() ? "" : printable(key) + ": ") + printable(message));
    }

    private static String quote(String text) {
        String shown = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "..." : text;
        return "\"" + printable(shown) + "\"";
    }

    static String printable(String text) {
        return Printable.line(text);
    }
}
