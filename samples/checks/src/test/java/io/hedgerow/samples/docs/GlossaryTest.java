// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Exported Javadoc, messages and documents keep to the glossary. A list says how many words may remain in packages and
 * documents that are older than it; {@code -Dglossary.update} writes smaller numbers, never larger ones.
 */
class GlossaryTest {

    private static final Path ROOT = Documents.HERE.root();
    private static final Path LIST = Path.of("src/test/resources/glossary/remaining.txt");
    private static final Pattern UNRELEASED = Pattern.compile("(?s)\\n## Unreleased\\n(.*?)(?=\\n## |\\z)");

    @Test
    void words_areThoseOfTheGlossary_orRemainFromBefore() throws IOException {
        Map<String, Integer> allowed = allowed();
        Map<String, List<Glossary.Place>> found = byRoom(all(), allowed);
        if (System.getProperty("glossary.update") != null) {
            allowed.replaceAll((room, most) ->
                    Math.min(most, found.getOrDefault(room, List.of()).size()));
            allowed.values().removeIf(most -> most == 0);
            write(allowed);
        }
        assertEquals("", describe(tooMany(found, allowed), allowed), "docs/glossary.md says what to write instead");
    }

    @Test
    void oneWordMore_thanTheListAllows_isTooMany() {
        List<Glossary.Place> places =
                List.of(new Glossary.Place("a.b.c", 1, "nobody"), new Glossary.Place("a.b", 7, "nobody"));
        for (int most = 0; most < 3; most++) {
            Map<String, Integer> allowed = Map.of("a", 9, "a.b", most);
            assertEquals(
                    most < 2 ? 1 : 0, tooMany(byRoom(places, allowed), allowed).size(), "with " + most);
        }
        assertEquals(2, tooMany(byRoom(places, Map.of()), Map.of()).size());
    }

    @Test
    void glossary_rulesOutItsWords() throws IOException {
        List<String> words = Glossary.read(ROOT).words();
        assertTrue(
                words.containsAll(List.of("persons", "nobody", "whoever", "for ever", "turned round")),
                words::toString);
    }

    @Test
    void places_inASource_areFound() {
        String source = """
                /** What a site has, for
                 * ever: not {@code nobody}. */
                class A {
                    // nobody
                    String key = "nobody";
                    String message = "nobody \\"may\\" open " + 'x' + "/** persons */ too";
                    /** The site's rows. */
                    int rows;
                }
                """;
        Glossary glossary = new Glossary(List.of("nobody", "persons", "for ever"));
        assertEquals(
                List.of("1 for ever", "1 What …", "6 nobody", "6 persons"), lines(glossary.inJava("a", source, true)));
        assertEquals(List.of("6 nobody", "6 persons"), lines(glossary.inJava("a", source, false)));
    }

    @Test
    void places_inADocument_areFound_butNotInCode() {
        String document = """
                Nobody reads `nobody`,
                ```sh
                nobody
                ```
                and [no one](nobody.md) reads for
                ever.
                """;
        assertEquals(
                List.of("1 nobody", "5 for ever"),
                lines(new Glossary(List.of("nobody", "for ever")).inMarkdown("a.md", document)));
    }

    @Test
    void rooms_areTheLongestPackageOfTheList() {
        Map<String, Integer> allowed = Map.of("a", 1, "a.b", 1);
        assertEquals("a.b", room("a.b.c", allowed));
        assertEquals("a", room("a.bc", allowed));
        assertEquals("b", room("b", allowed));
    }

    private static List<Glossary.Place> all() throws IOException {
        Glossary glossary = Glossary.read(ROOT);
        List<Glossary.Place> places = new ArrayList<>(glossary.inSources(ROOT));
        for (MarkdownFile document : Documents.HERE.all()) {
            String text = document.text();
            if (document.name().equals("CHANGELOG.md")) {
                Matcher part = UNRELEASED.matcher(text);
                text = part.find() ? part.group(1) : "";
            }
            if (!document.name().equals(Glossary.DOCUMENT)) {
                places.addAll(glossary.inMarkdown(document.name(), text));
            }
        }
        return places;
    }

    private static Map<String, List<Glossary.Place>> byRoom(List<Glossary.Place> places, Map<String, Integer> allowed) {
        Map<String, List<Glossary.Place>> found = new TreeMap<>();
        for (Glossary.Place place : places) {
            found.computeIfAbsent(room(place.area(), allowed), room -> new ArrayList<>())
                    .add(place);
        }
        return found;
    }

    private static Map<String, List<Glossary.Place>> tooMany(
            Map<String, List<Glossary.Place>> found, Map<String, Integer> allowed) {
        Map<String, List<Glossary.Place>> tooMany = new TreeMap<>(found);
        tooMany.entrySet().removeIf(entry -> entry.getValue().size() <= allowed.getOrDefault(entry.getKey(), 0));
        return tooMany;
    }

    /** The entry of the list that a package or document belongs to: itself, or a package that it is below. */
    private static String room(String area, Map<String, Integer> allowed) {
        return allowed.keySet().stream()
                .filter(room -> area.equals(room) || area.startsWith(room + "."))
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .orElse(area);
    }

    private static List<String> lines(List<Glossary.Place> places) {
        return places.stream().map(place -> place.line() + " " + place.word()).toList();
    }

    private static String describe(Map<String, List<Glossary.Place>> found, Map<String, Integer> allowed) {
        StringBuilder text = new StringBuilder();
        found.forEach((room, places) -> {
            text.append("%n%s may have %d, has %d:%n".formatted(room, allowed.getOrDefault(room, 0), places.size()));
            places.forEach(place -> text.append("  %s:%d %s%n".formatted(place.area(), place.line(), place.word())));
        });
        return text.toString();
    }

    private static Map<String, Integer> allowed() throws IOException {
        Map<String, Integer> allowed = new TreeMap<>();
        for (String line : Files.readAllLines(LIST)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split(" ", -1);
                allowed.put(parts[0], Integer.valueOf(parts[1]));
            }
        }
        return allowed;
    }

    private static void write(Map<String, Integer> allowed) throws IOException {
        String lines = allowed.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
                .collect(Collectors.joining());
        Files.writeString(
                LIST, "# Words outside of the glossary that may remain. Numbers only become smaller.\n" + lines);
    }
}
