// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words that {@code docs/glossary.md} rules out, and where they stand.
 *
 * @param words the cells below <i>not</i>; a cell with a comma says when a word is meant, which only a reader can judge
 */
record Glossary(List<String> words) {

    static final String DOCUMENT = "docs/glossary.md";

    private static final Pattern EXPORT = Pattern.compile("(?m)^\\s*exports ([\\w.]+);");
    private static final Pattern CODE_OF_MARKDOWN =
            Pattern.compile("(?ms)^[ \\t>]*```.*?^[ \\t>]*```|`[^`]*`|\\]\\([^)]*\\)|<!--.*?-->");
    private static final Pattern CODE_OF_JAVADOC =
            Pattern.compile("\\{@(?:code|link|literal|snippet)\\b[^}]*\\}|@see .*");
    private static final Pattern NO_SENTENCE = Pattern.compile("\\A[\\s*]*(Of|What)\\b");

    static Glossary read(Path root) throws IOException {
        return of(Files.readString(root.resolve(DOCUMENT)));
    }

    static Glossary of(String markdown) {
        String table = markdown.substring(markdown.indexOf("| write | not |"));
        return new Glossary(table.lines()
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(row -> row.split("\\|", -1)[2].strip())
                .filter(cell -> !cell.contains(","))
                .toList());
    }

    /** The words in a document, or in a part of one; not those in code. */
    List<Place> inMarkdown(String name, String markdown) {
        return places(name, 1, blank(markdown, CODE_OF_MARKDOWN));
    }

    /**
     * The words in literals of more than one word and, where the package is exported, in Javadoc; and first sentences
     * that are none.
     */
    List<Place> inJava(String area, String source, boolean exported) {
        List<Place> places = new ArrayList<>();
        for (JavaText piece : JavaText.of(source)) {
            switch (piece.kind()) {
                case JAVADOC -> {
                    if (exported) {
                        places.addAll(places(area, piece.line(), blank(piece.text(), CODE_OF_JAVADOC)));
                        Matcher opening = NO_SENTENCE.matcher(piece.text());
                        if (opening.find()) {
                            places.add(new Place(area, piece.line(), opening.group(1) + " …"));
                        }
                    }
                }
                case STRING, TEXT_BLOCK -> {
                    if (piece.text().strip().contains(" ")) {
                        places.addAll(places(area, piece.line(), piece.text()));
                    }
                }
                default -> {
                    // for those who read the code
                }
            }
        }
        return places;
    }

    /** The words in all main sources below a folder, by package. */
    List<Place> inSources(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().replace('\\', '/').contains("/src/main/java/"))
                    .filter(file -> !file.endsWith("module-info.java"))
                    .sorted()
                    .toList();
        }
        Set<String> exported = exports(root);
        List<Place> places = new ArrayList<>();
        for (Path file : files) {
            String name = file.getParent().toString().replace('\\', '/').replaceFirst(".*/src/main/java/", "");
            String area = name.replace('/', '.');
            for (Place place : inJava(area, Files.readString(file), exported.contains(area))) {
                places.add(new Place(area, place.line(), file.getFileName() + ": " + place.word()));
            }
        }
        return places;
    }

    private static Set<String> exports(Path root) throws IOException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(path -> path.endsWith("src/main/java/module-info.java"))
                    .toList()) {
                Matcher export = EXPORT.matcher(Files.readString(file));
                while (export.find()) {
                    names.add(export.group(1));
                }
            }
        }
        return names;
    }

    private List<Place> places(String area, int firstLine, String text) {
        List<Place> places = new ArrayList<>();
        for (String word : words) {
            String anywhere =
                    Stream.of(word.split(" ", -1)).map(Pattern::quote).collect(Collectors.joining("[\\s*>]+"));
            Matcher found =
                    Pattern.compile("(?i)(?<![\\w-])" + anywhere + "(?![\\w-])").matcher(text);
            while (found.find()) {
                int line = firstLine
                        + (int) text.substring(0, found.start())
                                .chars()
                                .filter(c -> c == '\n')
                                .count();
                places.add(new Place(area, line, word));
            }
        }
        return places;
    }

    /** The same text with spaces where the pattern is, so that lines keep their numbers. */
    private static String blank(String text, Pattern pattern) {
        return pattern.matcher(text).replaceAll(found -> found.group().replaceAll("[^\\n]", " "));
    }

    /**
     * A word that should not stand where it does.
     *
     * @param area package or document
     * @param line from 1
     * @param word the word, behind the name of a source
     */
    record Place(String area, int line, String word) {}
}
