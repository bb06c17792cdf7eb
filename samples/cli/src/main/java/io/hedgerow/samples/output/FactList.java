// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import io.hedgerow.core.internal.text.Printable;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A list of named facts with the suggested next step. */
public final class FactList implements Result {

    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final List<String> next = new ArrayList<>();
    private ExitCode exitCode = ExitCode.OK;

    /** Adds a fact under a name in JSON's style, such as {@code publicKey}: a text, number, flag, list or map. */
    public FactList fact(String name, Object value) {
        facts.put(name, Objects.requireNonNull(value, name));
        return this;
    }

    /** Adds a line for people only. */
    public FactList next(String line) {
        next.add(line);
        return this;
    }

    /** Ends the run in another way than well. */
    public FactList endingWith(ExitCode code) {
        exitCode = Objects.requireNonNull(code, "code");
        return this;
    }

    @Override
    public Object json() {
        return facts;
    }

    @Override
    public void describe(PrintWriter out) {
        int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
        facts.forEach((name, value) -> {
            if (value instanceof List<?> list) {
                out.printf("%-" + width + "s  %s%n", name, list.isEmpty() ? "none" : "");
                list.forEach(item -> out.println("  " + item(item)));
            } else {
                out.printf("%-" + width + "s  %s%n", name, item(value));
            }
        });
        next.forEach(out::println);
    }

    private static String item(Object item) {
        if (item instanceof Map<?, ?> map) {
            List<String> words = new ArrayList<>();
            map.forEach((key, value) -> words.add(key + " " + value));
            return Printable.line(String.join(", ", words));
        }
        return Printable.line(String.valueOf(item));
    }

    @Override
    public ExitCode exitCode() {
        return exitCode;
    }
}
