// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;

/**
 * The commands of a page, the files that it shows, and what its commands must say. A block after {@code <!-- file: PATH
 * -->} is a file, a block {@code sh} is run, and the lines of a block {@code text} below it must be among what it said,
 * in their order; {@code …} stands for anything.
 */
final class Walk {

    private static final Pattern FILE = Pattern.compile("<!-- file: (\\S+) -->");
    private static final String MARK = "=== end of block ";

    private final List<String> commands = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();

    /** Reads a page and writes its files below a folder; pages that are read later go on where it ended. */
    void read(MarkdownFile page, Path folder) throws IOException {
        String file = "";
        for (Node node = page.content().getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof HtmlBlock comment) {
                Matcher named = FILE.matcher(comment.getLiteral());
                file = named.find() ? named.group(1) : file;
            } else if (node instanceof FencedCodeBlock block) {
                if (!file.isEmpty()) {
                    Path path = folder.resolve(file);
                    Files.createDirectories(path.getParent());
                    Files.writeString(path, block.getLiteral());
                    file = "";
                } else if (block.getInfo().equals("sh")) {
                    commands.add(block.getLiteral());
                    expected.add("");
                } else if (block.getInfo().equals("text")) {
                    expected.set(commands.size() - 1, block.getLiteral());
                }
            }
        }
    }

    /** All commands, with a mark behind each block; what still runs when one fails is ended. */
    String script() {
        StringBuilder script =
                new StringBuilder("set -eu -o pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n");
        for (int k = 0; k < commands.size(); k++) {
            script.append(commands.get(k))
                    .append("printf '\\n")
                    .append(MARK)
                    .append(k)
                    .append("\\n'\n");
        }
        return script.toString();
    }

    /** The first line of the page that is not in what its block said. */
    List<String> problems(String output) {
        List<String> problems = new ArrayList<>();
        String rest = output;
        for (int k = 0; k < commands.size(); k++) {
            String[] parts = rest.split(Pattern.quote(MARK + k + "\n"), 2);
            List<String> said = parts[0].lines().collect(Collectors.toCollection(ArrayList::new));
            for (String line : expected.get(k).lines().toList()) {
                while (!said.isEmpty() && !matches(line, said.get(0))) {
                    said.remove(0);
                }
                if (said.isEmpty()) {
                    problems.add("'" + line + "' is not in its place in:\n" + parts[0]);
                    break;
                }
                said.remove(0);
            }
            rest = parts.length > 1 ? parts[1] : "";
        }
        return problems;
    }

    private static boolean matches(String line, String said) {
        return said.matches(
                Arrays.stream(line.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }
}
