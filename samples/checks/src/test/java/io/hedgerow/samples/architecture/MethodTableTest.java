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
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** {@code docs/methods.md} is what methods say of themselves; {@code -Dapi.update} writes it anew. */
class MethodTableTest {

    private static final Path LIST = Checkout.ROOT.resolve("docs/methods.md");

    @Test
    void list_isWhatMethodsSayOfThemselves() throws IOException {
        List<String> lines = lines(Method.descriptors());
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
        List<String> lines = new ArrayList<>(List.of(
                "# Methods",
                "",
                "What every method says of itself: `learn --algorithm NAME --help-method` says the same. Plans name the"
                        + " methods of the first two tables; [what their parameters mean for a plan](study-file.md#what-can-be-run)"
                        + " is said there."));
        section(lines, "With a promise of privacy", methods, method -> promises(method) && !alone(method));
        section(lines, "Without a promise", methods, method -> !promises(method) && !alone(method));
        section(lines, "In one process only", methods, MethodTableTest::alone);
        for (MethodDescriptor method : methods) {
            MethodHelp help = MethodHelp.of(method);
            lines.addAll(List.of("", "## `" + help.name() + "`", ""));
            lines.add(sentence(help.sentence()) + ".");
            lines.addAll(List.of("", "| parameter | values | default | what it means |", "|---|---|---|---|"));
            for (MethodHelp.Described parameter : help.parameters()) {
                lines.add("| `" + parameter.name() + "` | " + parameter.range() + " | " + parameter.usual() + " | "
                        + parameter.sentence()
                        + (parameter.where().isEmpty()
                                ? ""
                                : "; " + parameter.where().replace("learn", "`learn`"))
                        + " |");
            }
        }
        return lines;
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

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }
}
