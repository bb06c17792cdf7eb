// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.docs.CombinedTables.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every cell of the table in docs/combinations.md is tried, and does what the page says. */
@Tag("slow")
class CombinationsTest {

    private static final Pattern REASON = Pattern.compile("(?m)^- ([a-z]): (.*)$");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`$");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private static Path temp;

    private static CombinedTables clear;
    private static CombinedTables weak;

    /** What was learned from a kind of table on a road; an outcome is JSON, or the message of a refusal. */
    private static final Map<String, Object> LEARNED = new HashMap<>();

    /** Rows of the page, and what is tried for them. */
    private static final Map<String, Capability> CAPABILITIES = Map.ofEntries(
            Map.entry("edges with probabilities", CombinationsTest::edges),
            Map.entry("the same behind masks", CombinationsTest::masked),
            Map.entry("edges with a budget", kind -> edges(kind, budget(kind))),
            Map.entry("a budget behind masks", kind -> edges(kind, budget(kind) + " --secure-aggregation")),
            Map.entry("marks for hidden causes", kind -> marks(kind, whole(kind))),
            Map.entry("marks with a budget", kind -> marks(kind, budget(kind))),
            Map.entry("effects", kind -> effects(kind, whole(kind))),
            Map.entry("effects with a budget", kind -> effects(kind, budget(kind))),
            Map.entry("undecided pairs", CombinationsTest::undecided),
            Map.entry("unexplained pairs", CombinationsTest::unexplained),
            Map.entry("smallest effect", CombinationsTest::smallestEffect),
            Map.entry("predictions of rows", kind -> predictions(kind, kind.plain())),
            Map.entry("a variable is set", kind -> settings(kind, kind.plain())),
            Map.entry("predictions with a budget", kind -> predictions(kind, budget(kind) + kind.causesFirst())),
            Map.entry("set with a budget", kind -> settings(kind, budget(kind) + kind.causesFirst())));

    /** Something that one wants of a table. */
    private interface Capability {

        /** True where the product shows it, false where it says nothing of it, or the message of a refusal. */
        Object of(Kind kind) throws IOException;
    }

    /** Cells by row and column, and the words that a refusal for a letter has; none where nothing is said. */
    record Page(Map<String, Map<String, String>> cells, Map<String, String> reasons) {

        static Page read(String text) {
            List<List<String>> lines = text.lines()
                    .filter(line -> line.startsWith("| "))
                    .map(line -> Stream.of(line.substring(1).split("\\|"))
                            .map(String::strip)
                            .toList())
                    .toList();
            Map<String, Map<String, String>> cells = new LinkedHashMap<>();
            for (List<String> line : lines.subList(1, lines.size())) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int k = 1; k < line.size(); k++) {
                    row.put(lines.get(0).get(k), line.get(k));
                }
                cells.put(line.get(0), row);
            }
            Map<String, String> reasons = new TreeMap<>();
            Matcher reason = REASON.matcher(text);
            while (reason.find()) {
                Matcher code = CODE.matcher(reason.group(2));
                boolean silent = reason.group(2).contains("nothing is said");
                assertTrue(silent || code.find(), "it has no words of a refusal: " + reason.group());
                reasons.put(reason.group(1), silent ? "" : code.group(1));
            }
            return new Page(cells, reasons);
        }

        static Page read() throws IOException {
            return read(MarkdownFile.read(Documents.HERE.root(), "docs/combinations.md")
                    .text());
        }

        /** How a cell and what was found differ; empty where they do not. */
        String difference(String row, String column, Object found) {
            String cell = cells.getOrDefault(row, Map.of()).getOrDefault(column, "no such cell");
            String place = row + ", " + column + ": the page says " + cell + ", and ";
            if (found.equals(true)) {
                return cell.equals("yes") ? "" : place + "it works";
            }
            String words = reasons.get(cell);
            if (found.equals(false)) {
                return "".equals(words) ? "" : place + "nothing is said of it";
            }
            boolean named =
                    words != null && !words.isEmpty() && found.toString().contains(words);
            return named ? "" : place + "it is refused: " + found;
        }
    }

    @BeforeAll
    static void write() throws IOException {
        LEARNED.clear();
        clear = CombinedTables.write(temp.resolve("clear"), 300, 1);
        weak = CombinedTables.write(temp.resolve("weak"), 30, 0.3);
    }

    static List<String> rows() throws IOException {
        return List.copyOf(Page.read().cells().keySet());
    }

    @ParameterizedTest
    @MethodSource("rows")
    void cells_doWhatThePageSays(String row) throws IOException {
        Page page = Page.read();
        Capability capability = CAPABILITIES.get(row);
        assertTrue(capability != null, "nothing is tried for " + row);
        List<String> differences = new ArrayList<>();
        for (Kind kind : CombinedTables.KINDS) {
            differences.add(page.difference(row, kind.name(), capability.of(kind)));
        }
        differences.removeIf(String::isEmpty);
        assertEquals("", String.join("\n", differences));
    }

    @Test
    void page_hasARowForAllThatIsTried_andAColumnForEveryKind() throws IOException {
        Page page = Page.read();
        assertEquals(
                new TreeSet<>(CAPABILITIES.keySet()), new TreeSet<>(page.cells().keySet()));
        List<String> kinds = CombinedTables.KINDS.stream().map(Kind::name).toList();
        TreeSet<String> letters = new TreeSet<>();
        page.cells().values().forEach(row -> {
            assertEquals(kinds, List.copyOf(row.keySet()));
            letters.addAll(row.values());
        });
        letters.remove("yes");
        assertEquals(letters, page.reasons().keySet(), "reasons of cells, and those below the table");
    }

    @Test
    void difference_isSeenInBothDirections() {
        Page page = Page.read("| | a | b | c |\n|---|---|---|---|\n| row | yes | n | s |\n\n"
                + "- n: it is not built: `no such sum`\n- s: not built, and nothing is said of it\n");
        assertEquals("", page.difference("row", "a", true));
        assertEquals("", page.difference("row", "b", "there is no such sum here"));
        assertEquals("", page.difference("row", "c", false));
        List<Object> found = List.of(true, false, "another reason");
        for (int k = 0; k < 9; k++) {
            String column = List.of("a", "b", "c").get(k / 3);
            boolean same = k == 0 || k == 7;
            assertEquals(same, page.difference("row", column, found.get(k % 3)).isEmpty(), column + k);
        }
        assertTrue(page.difference("row", "d", true).contains("no such cell"));
    }

    private static String budget(Kind kind) {
        if (!kind.isSeries()) {
            return " --privacy epsilon=5,delta=1e-6";
        }
        String holes = kind.hasHoles() ? " --missing use" : "";
        return " --algorithm dp-dynamic-gram --step 1 --privacy epsilon=5,delta=1e-6,unit=patient" + holes;
    }

    /** Without a budget, and with the cells of absent columns as missing ones. */
    private static String whole(Kind kind) {
        return kind.plain() + (kind.name().equals("absent columns") ? " --missing use" : "");
    }

    /** What a command says in JSON, or why it refuses. */
    private static Object run(List<String> words) throws IOException {
        Shell shell = Shell.real();
        int code = shell.run(words.toArray(String[]::new));
        return code == 0 ? MAPPER.readTree(shell.out()) : code + ": " + shell.err();
    }

    private static Path directory(Kind kind, String road) {
        return temp.resolve((kind.name() + road).replaceAll("[^a-z]+", "-"));
    }

    /** What was learned, on a road that is taken once. */
    private static Object learned(Kind kind, String road) throws IOException {
        String key = directory(kind, road).toString();
        Object before = LEARNED.get(key);
        if (before != null) {
            return before;
        }
        Object now = run(clear.learn(kind, road + " --out " + key));
        LEARNED.put(key, now);
        return now;
    }

    /** Whether something is in what a command says; where it refuses, its message. */
    private static Object shown(Object outcome, String pointer, String... fields) {
        if (!(outcome instanceof JsonNode said)) {
            return outcome;
        }
        JsonNode found = said.at(pointer);
        boolean filled = !found.isMissingNode() && !(found.isContainerNode() && found.isEmpty());
        return filled
                && Stream.of(fields)
                        .allMatch(field -> StreamSupport.stream(found.spliterator(), false)
                                .anyMatch(each -> each.hasNonNull(field)));
    }

    private static Object edges(Kind kind, String road) throws IOException {
        return shown(learned(kind, road), "/edges", "adjacent");
    }

    /** Where cells are missing, their rows count or it is said that they were left out. */
    private static Object edges(Kind kind) throws IOException {
        Object found = edges(kind, kind.plain());
        return found.equals(true) && kind.hasHoles()
                ? shown(learned(kind, kind.plain()), "/leftOut", "missing")
                : found;
    }

    private static Object masked(Kind kind) throws IOException {
        Object found = learned(kind, kind.plain() + " --secure-aggregation");
        if (found instanceof JsonNode said && learned(kind, kind.plain()) instanceof JsonNode plain) {
            List<String> ends = List.of("from", "to", "lag", "directed");
            for (String end : ends) {
                assertEquals(
                        plain.get("edges").findValues(end), said.get("edges").findValues(end), kind.name());
            }
        }
        return shown(found, "/secureAggregation/sites") instanceof String refused
                ? refused
                : shown(found, "/edges", "adjacent");
    }

    private static Object marks(Kind kind, String road) throws IOException {
        return shown(learned(kind, road + " --hidden-causes"), "/edges", "mark", "markShare");
    }

    private static Object effects(Kind kind, String road) throws IOException {
        String cause = kind.cause().substring(0, kind.cause().indexOf('='));
        return asked(
                kind,
                road,
                List.of("effect", "--json", "--of", cause, "--on", kind.effect()),
                "/effects",
                "probability");
    }

    private static Object predictions(Kind kind, String road) throws IOException {
        List<String> words = List.of("predict", "--json", "--data", clear.file(kind));
        return asked(kind, road, words, "/variables", "variable");
    }

    private static Object settings(Kind kind, String road) throws IOException {
        return asked(kind, road, List.of("predict", "--json", "--do", kind.cause()), "/variables", "variable");
    }

    /** Asks the network that was learned on a road; where there is none, the reason is that of the road. */
    private static Object asked(Kind kind, String road, List<String> words, String pointer, String field)
            throws IOException {
        Object learned = learned(kind, road);
        if (!(learned instanceof JsonNode)) {
            return learned;
        }
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("--network", directory(kind, road).toString()));
        return shown(run(all), pointer, field);
    }

    private static Object undecided(Kind kind) throws IOException {
        return shown(run(weak.learn(kind, kind.plain())), "/trust/undecided", "adjacent");
    }

    private static Object unexplained(Kind kind) throws IOException {
        Object found = learned(kind, kind.plain() + " --forbidden " + kind.forbidden());
        return shown(found, "/trust/unexplainedPairs", "t");
    }

    private static Object smallestEffect(Kind kind) throws IOException {
        return shown(learned(kind, kind.plain()), "/trust/smallestEffect");
    }
}
