// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of {@code docs/privacy-proofs} with its section of {@code src/test/evidence/proof-lines.md}: which of its
 * lines rest on which code, and which mutants break them. A row of the section reads
 *
 * <pre>| `words of the page` | `Class.method`, `Class` | `mutant`, `mutant` |</pre>
 *
 * or, where no mistake could break the guarantee or be seen, {@code | `words of the page` | – | why |}.
 *
 * @param name of the file
 * @param head what stands before the first section: it names the classes
 * @param words all words, without marks of code
 * @param pseudocode lines of code in sections of that name, but for those that only begin a loop or a branch
 * @param lines the list
 */
record ProofPage(String name, String head, String words, List<String> pseudocode, List<Line> lines) {

    private static final Path FOLDER = Mutant.ROOT.resolve("docs/privacy-proofs");
    private static final Path LISTS = Mutant.ROOT.resolve("samples/checks/src/test/evidence/proof-lines.md");
    private static final Set<String> NO_PROOFS = Set.of("README.md", "audits.md");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /**
     * A line of a proof.
     *
     * @param quote words of the page
     * @param code classes, with a method where it is in one; empty when no mutant is possible
     * @param mutants their names; empty when none is possible
     * @param reason why none is; empty when some are
     */
    record Line(String quote, List<String> code, List<String> mutants, String reason) {}

    static List<ProofPage> all() throws IOException {
        Map<String, List<Line>> lists = lists();
        List<ProofPage> pages = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (!NO_PROOFS.contains(name)) {
                    pages.add(of(name, Files.readString(file), lists.getOrDefault(name, List.of())));
                }
            }
        }
        return pages;
    }

    /** By the names of pages, in the order of the file. */
    static Map<String, List<Line>> lists() throws IOException {
        Map<String, List<Line>> lists = new LinkedHashMap<>();
        for (String section : Files.readString(LISTS).split("\n## ", -1)) {
            String title = section.substring(0, section.indexOf('\n'));
            if (!title.startsWith("#")) {
                lists.put(
                        title + ".md",
                        section.lines()
                                .filter(row -> row.startsWith("| `"))
                                .map(ProofPage::line)
                                .toList());
            }
        }
        return lists;
    }

    private static ProofPage of(String name, String proof, List<Line> lines) {
        return new ProofPage(
                name, proof.substring(0, Math.max(0, proof.indexOf("\n## "))), plain(proof), pseudocode(proof), lines);
    }

    /** Spaces as one, and no marks of code: a proof may be wrapped in another way. */
    static String plain(String text) {
        return text.replace("`", "").replace("**", "").replaceAll("\\s+", " ").trim();
    }

    private static Line line(String row) {
        String[] cells = row.split("\\|", -1);
        if (cells.length != 5) {
            throw new IllegalStateException("a row must have three cells, has " + (cells.length - 2) + ": " + row);
        }
        List<String> mutants = inCode(cells[3]);
        return new Line(plain(cells[1]), inCode(cells[2]), mutants, mutants.isEmpty() ? cells[3].trim() : "");
    }

    private static List<String> inCode(String cell) {
        return CODE.matcher(cell).results().map(found -> found.group(1)).toList();
    }

    private static List<String> pseudocode(String proof) {
        List<String> code = new ArrayList<>();
        boolean wanted = false;
        boolean inside = false;
        for (String line : proof.lines().toList()) {
            if (line.startsWith("## ")) {
                wanted = line.startsWith("## Pseudocode");
            } else if (line.startsWith("```")) {
                inside = !inside;
            } else if (inside && wanted && !plain(line).matches("|repeat|.*:( #.*)?")) {
                code.add(plain(line));
            }
        }
        return code;
    }

    /** Simple names of the classes that the head of the page names and a module has. */
    Set<String> classes(Sources sources) {
        Set<String> named = new LinkedHashSet<>();
        Matcher code = CODE.matcher(head);
        while (code.find()) {
            Arrays.stream(code.group(1).replaceAll("\\(.*", "").split("[^A-Za-z]+"))
                    .filter(sources::has)
                    .forEach(named::add);
        }
        return named;
    }
}
