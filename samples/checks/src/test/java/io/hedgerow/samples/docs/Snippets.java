// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the Java blocks of a Markdown text with regions of source files. A block is preceded by {@code <!-- snippet:
 * path/to/File.java#region -->}; the region stands between {@code // region:name} and {@code // endregion}.
 */
final class Snippets {

    private static final Pattern COMMENT = Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->");
    private static final Pattern FENCE = Pattern.compile("\\s*```\\s*(\\S*).*");

    private Snippets() {}

    /** Every disagreement, with the document's name and line. */
    static List<String> problems(String document, String markdown, Path root) throws IOException {
        List<String> problems = new ArrayList<>();
        List<String> lines = markdown.lines().toList();
        String before = "";
        for (int k = 0; k < lines.size(); k++) {
            Matcher fence = FENCE.matcher(lines.get(k));
            if (!fence.matches()) {
                before = lines.get(k).isBlank() ? before : lines.get(k).strip();
                continue;
            }
            int end = k + 1;
            while (end < lines.size() && !lines.get(end).strip().equals("```")) {
                end++;
            }
            String place = document + ":" + (k + 1) + ": ";
            Matcher comment = COMMENT.matcher(before);
            if (end == lines.size()) {
                problems.add(place + "the block is never closed");
            } else if (comment.matches()) {
                compare(lines.subList(k + 1, end), root.resolve(comment.group(1)), comment.group(2))
                        .ifPresent(problem -> problems.add(place + problem));
            } else if (fence.group(1).equalsIgnoreCase("java")) {
                problems.add(place + "a Java block needs <!-- snippet: path/to/File.java#region --> before it");
            }
            before = "";
            k = end;
        }
        return problems;
    }

    private static Optional<String> compare(List<String> block, Path source, String region) throws IOException {
        if (!Files.isRegularFile(source)) {
            return Optional.of("there is no file " + source);
        }
        List<String> lines = Files.readAllLines(source);
        List<String> stripped = lines.stream().map(String::strip).toList();
        int start = stripped.indexOf("// region:" + region);
        if (start < 0) {
            return Optional.of(source + " has no region " + region);
        }
        int length = stripped.subList(start, stripped.size()).indexOf("// endregion");
        if (length < 0) {
            return Optional.of("region " + region + " of " + source + " is never closed");
        }
        String expected = outdented(lines.subList(start + 1, start + length));
        return outdented(block).equals(expected)
                ? Optional.empty()
                : Optional.of(
                        "the block differs from region " + region + " of " + source + ", which reads:\n" + expected);
    }

    /** Without the common indent, and without spaces at the ends of lines. */
    private static String outdented(List<String> lines) {
        return String.join("\n", lines).stripIndent().strip();
    }
}
