// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.yaml;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Utf16;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/** Reads small, plain YAML: one document in UTF-8, bounded in size and depth, without anchors, aliases or tags. */
public final class YamlDocument {

    private static final Pattern INDENTED_BY_TAB = Pattern.compile(" *(- *)*\t");

    private YamlDocument() {}

    /** Reads a file of at most {@code largest} bytes; others are a {@link YamlProblem}. */
    public static byte[] bytes(Path file, int largest) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(largest + 1);
            if (bytes.length > largest) {
                throw new YamlProblem(file + ": must have at most " + largest + " bytes, has more");
            }
            return bytes;
        } catch (IOException e) {
            throw new YamlProblem(file + ": cannot be read: " + FileReason.of(e));
        }
    }

    /** Reads one document from a file of at most {@code largest} bytes; anything else is a {@link YamlProblem}. */
    public static YamlNode read(Path file, int largest) {
        return parse(file.toString(), bytes(file, largest));
    }

    /** Reads a document in UTF-8, which messages call by the name; anything else is a {@link YamlProblem}. */
    public static YamlNode parse(String name, byte[] bytes) {
        String text = text(name, bytes);
        requireHonest(name, text);
        try (JsonParser parser = new YAMLFactory().createParser(text)) {
            if (parser.nextToken() == null) {
                throw new YamlProblem(name, 1, "must hold keys and values, is empty");
            }
            YamlNode root = YamlNode.read(name, parser);
            if (parser.nextToken() != null) {
                throw new YamlProblem(name, parser.currentTokenLocation().getLineNr(), "must be one document");
            }
            return root;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            String original = e.getOriginalMessage() == null ? "" : e.getOriginalMessage();
            if (original.contains("\\t(TAB)")) {
                throw new YamlProblem(
                        name, lineOfTab(text, line), "must be indented with blanks, has a tab: write blanks instead");
            }
            String what = original.lines().findFirst().orElse("unreadable").replaceFirst(", got this instead.*", "");
            throw new YamlProblem(name, line, "is not YAML: " + YamlNode.printable(what));
        } catch (IOException e) {
            throw new YamlProblem(name + ": cannot be read: " + FileReason.of(e));
        }
    }

    /** Reads a document of JSON in UTF-8, which complains of places in the same way; messages call it by its name. */
    public static YamlNode json(String name, byte[] bytes) {
        String text = text(name, bytes);
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new YamlProblem(name + ": must be one JSON object, is not");
            }
            YamlNode root = YamlNode.read(name, parser);
            if (parser.nextToken() != null) {
                throw new YamlProblem(name, parser.currentTokenLocation().getLineNr(), "must be one document");
            }
            return root;
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            String what = e.getOriginalMessage() == null ? "unreadable" : e.getOriginalMessage();
            throw new YamlProblem(name, line, "is not JSON: " + YamlNode.printable(what));
        } catch (IOException e) {
            throw new YamlProblem(name + ": cannot be read: " + FileReason.of(e));
        }
    }

    /** The line of the first tab before or behind a key; the parser's own may be one later, or one earlier. */
    private static int lineOfTab(String text, int parsed) {
        String[] lines = text.split("\n", -1);
        for (int k = 0; k < lines.length; k++) {
            if (INDENTED_BY_TAB.matcher(lines[k]).lookingAt()) {
                return k + 1;
            }
        }
        return parsed;
    }

    /** Refuses misleading characters, in comments too: a person approves of the text as it looks. */
    private static void requireHonest(String name, String text) {
        int at = Printable.misleading(text);
        if (at >= 0) {
            int line = 1
                    + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
            throw new YamlProblem(
                    name,
                    line,
                    String.format(
                            Locale.ROOT,
                            "must be text that reads as it is, has the invisible character U+%04X: take it out, and "
                                    + "read the line again",
                            text.codePointAt(at)));
        }
    }

    private static String text(String name, byte[] bytes) {
        if (Utf16.is(bytes, 0, bytes.length)) {
            throw new YamlProblem(name + ": must be text in UTF-8, is UTF-16: save it as UTF-8");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new YamlProblem(name + ": must be text in UTF-8, is not");
        }
    }
}
