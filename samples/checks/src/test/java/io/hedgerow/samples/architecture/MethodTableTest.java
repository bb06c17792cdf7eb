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
import java.util.Comparator;
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
        Map<String, MethodHelp.Described> shared = shared(methods);
        lines.addAll(List.of("", "## Parameters of several methods", "", HEAD, "|---|---|---|---|"));
        shared.values().forEach(parameter -> lines.add(row(parameter)));
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

    /** The parameters that are said for several methods, with what is other of them, and a table of the rest. */
    private static List<String> parameters(MethodDescriptor method, Map<String, MethodHelp.Described> shared) {
        List<String> own = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (MethodHelp.Described parameter : MethodHelp.of(method).parameters()) {
            MethodHelp.Described common = shared.get(parameter.name());
            if (common != null
                    && common.sentence().equals(parameter.sentence())
                    && common.where().equals(parameter.where())) {
                others.add("`" + parameter.name() + "`" + difference(parameter, common));
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

    /** The range and the default of a parameter in brackets, where they are not those of several methods. */
    private static String difference(MethodHelp.Described parameter, MethodHelp.Described common) {
        List<String> parts = new ArrayList<>();
        if (!range(parameter).equals(range(common))) {
            parts.add(range(parameter));
        }
        if (!parameter.usual().equals(common.usual())) {
            parts.add(parameter.usual().isEmpty() ? "no default" : "default: " + parameter.usual());
        }
        return parts.isEmpty() ? "" : " (" + String.join("; ", parts) + ")";
    }

    /** By its name what most methods say of a parameter, if at least {@link #SHARED} of them do. */
    private static Map<String, MethodHelp.Described> shared(List<MethodDescriptor> methods) {
        Map<String, Map<String, List<MethodHelp.Described>>> said = new LinkedHashMap<>();
        for (MethodDescriptor method : methods) {
            for (MethodHelp.Described parameter : MethodHelp.of(method).parameters()) {
                said.computeIfAbsent(parameter.name(), name -> new LinkedHashMap<>())
                        .computeIfAbsent(row(parameter), row -> new ArrayList<>())
                        .add(parameter);
            }
        }
        Map<String, MethodHelp.Described> shared = new LinkedHashMap<>();
        said.forEach((name, rows) -> rows.values().stream()
                .max(Comparator.comparingInt(List::size))
                .filter(same -> same.size() >= SHARED)
                .ifPresent(same -> shared.put(name, same.get(0))));
        return shared;
    }

    private static String row(MethodHelp.Described parameter) {
        return "| `" + parameter.name() + "` | " + range(parameter) + " | " + parameter.usual() + " | "
                + parameter.sentence()
                + (parameter.where().isEmpty() ? "" : "; " + parameter.where().replace("learn", "`learn`"))
                + " |";
    }

    private static String range(MethodHelp.Described parameter) {
        return parameter.range().replace(WIDEST, "").replace(LARGEST, "");
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
