// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.learn.options.MethodHelp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * From its first table on {@code docs/methods.md} is what methods say of themselves; {@code -Dapi.update} writes that
 * part anew, and keeps what stands before it.
 */
class MethodTableTest {

    private static final Path LIST = Checkout.ROOT.resolve("docs/methods.md");
    private static final String BEGIN = "## With a promise of privacy";
    private static final String HEAD = "| parameter | values | default | what it means |";

    /** What the head of the page says of every number. */
    private static final String WIDEST = ", from 1e-50 to 1e50";

    private static final String LARGEST = ", at most 1e50";

    /** In so many methods a parameter is said once for all of them. */
    private static final int SHARED = 2;

    @Test
    void list_isWhatMethodsSayOfThemselves() throws IOException {
        List<String> page = Files.readAllLines(LIST);
        assertTrue(page.contains(BEGIN), "a part that is written by hand comes first");
        List<String> lines = new ArrayList<>(page.subList(0, page.indexOf(BEGIN) - 1));
        lines.addAll(lines(Method.descriptors()));
        if (System.getProperty("api.update") != null) {
            Files.write(LIST, lines);
        }
        assertEquals(
                String.join("\n", lines),
                String.join("\n", Files.readAllLines(LIST)),
                "run this test with -Dapi.update when a method or a parameter came, went or says something else");
    }

    @Test
    void changedSentence_changesTheList() {
        List<MethodDescriptor> methods = Method.descriptors();
        MethodDescriptor first = methods.get(0);
        List<MethodDescriptor> changed = new ArrayList<>(methods);
        changed.set(0, first.with(Parameter.flag("one-more", "a parameter that is not in the list")));
        assertTrue(!lines(changed).equals(lines(methods)));
    }

    private static List<String> lines(List<MethodDescriptor> methods) {
        List<String> lines = new ArrayList<>();
        section(lines, "With a promise of privacy", methods, method -> promises(method) && !alone(method));
        section(lines, "Without a promise", methods, method -> !promises(method) && !alone(method));
        section(lines, "In one process only", methods, MethodTableTest::alone);
        Map<String, String> shared = shared(methods);
        lines.addAll(List.of("", "## Parameters of several methods", "", HEAD, "|---|---|---|---|"));
        lines.addAll(shared.values());
        Map<List<String>, String> first = new LinkedHashMap<>();
        for (MethodDescriptor method : methods) {
            List<String> parameters = parameters(method, shared);
            String same = first.putIfAbsent(parameters, method.name());
            lines.addAll(List.of("", "## `" + method.name() + "`"));
            if (same == null || parameters.isEmpty()) {
                lines.addAll(parameters.isEmpty() ? List.of("", "No parameters.") : parameters);
            } else {
                lines.addAll(List.of("", "The parameters of [`" + same + "`](#" + same + ")."));
            }
        }
        return lines;
    }

    /** The names of the parameters that are said for several methods, and a table of the others. */
    private static List<String> parameters(MethodDescriptor method, Map<String, String> shared) {
        List<String> own = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (MethodHelp.Described parameter : MethodHelp.of(method).parameters()) {
            if (row(parameter).equals(shared.get(parameter.name()))) {
                others.add("`" + parameter.name() + "`");
            } else {
                own.add(row(parameter));
            }
        }
        List<String> lines = new ArrayList<>();
        if (!others.isEmpty()) {
            lines.addAll(List.of(
                    "", "[As in several methods](#parameters-of-several-methods): " + String.join(", ", others) + "."));
        }
        if (!own.isEmpty()) {
            lines.addAll(List.of("", HEAD, "|---|---|---|---|"));
            lines.addAll(own);
        }
        return lines;
    }

    /** By its name what most methods say of a parameter, if at least {@link #SHARED} of them do. */
    private static Map<String, String> shared(List<MethodDescriptor> methods) {
        Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
        for (MethodDescriptor method : methods) {
            for (MethodHelp.Described parameter : MethodHelp.of(method).parameters()) {
                counts.computeIfAbsent(parameter.name(), name -> new LinkedHashMap<>())
                        .merge(row(parameter), 1, Integer::sum);
            }
        }
        Map<String, String> shared = new LinkedHashMap<>();
        counts.forEach((name, rows) -> rows.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(row -> row.getValue() >= SHARED)
                .ifPresent(row -> shared.put(name, row.getKey())));
        return shared;
    }

    private static String row(MethodHelp.Described parameter) {
        String range = parameter.range().replace(WIDEST, "").replace(LARGEST, "");
        return "| `" + parameter.name() + "` | " + range + " | " + parameter.usual() + " | "
                + parameter.sentence()
                + (parameter.where().isEmpty() ? "" : "; " + parameter.where().replace("learn", "`learn`"))
                + " |";
    }

    private static boolean promises(MethodDescriptor method) {
        return method.has(MethodTrait.PROMISE);
    }

    private static boolean alone(MethodDescriptor method) {
        return method.has(MethodTrait.IN_ONE_PROCESS);
    }

    private static void section(
            List<String> lines, String title, List<MethodDescriptor> methods, Predicate<MethodDescriptor> wanted) {
        lines.addAll(List.of("", "## " + title, "", "| method | what it does | traits |", "|---|---|---|"));
        methods.stream()
                .filter(wanted)
                .forEach(method ->
                        lines.add("| [`" + method.name() + "`](#" + method.name() + ") | " + method.sentence() + " | "
                                + String.join(", ", MethodHelp.of(method).traits()) + " |"));
    }
}
