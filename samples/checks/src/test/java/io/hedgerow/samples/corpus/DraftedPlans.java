// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Plans of methods that have none yet, from what the methods say of themselves: one with no parameter, and one with all
 * of them, at values within their ranges. Private releases of rows get budget and units of another's plan. A method
 * whose parameters need others, or with a promise in rounds, gets plans by hand.
 */
final class DraftedPlans {

    private static final String FIRST = "gram";
    /** A private release whose plan has a budget, units of every site, and rounds for any. */
    private static final String FIRST_RELEASE = "dp-feature-gram";

    private static final String LAST_UNITS = "    rows.west: 6100\n";

    private DraftedPlans() {}

    /** Writes the missing plans of methods without a budget, and of private releases of rows. */
    static void write(Path plans) {
        writeReleases(plans);
        String like = Corpus.text(plans.resolve(FIRST + ".yaml"));
        for (MethodDescriptor method : Method.descriptors()) {
            Path plan = plans.resolve(method.name() + ".yaml");
            if (method.has(MethodTrait.IN_ONE_PROCESS) || method.has(MethodTrait.PROMISE) || Files.exists(plan)) {
                continue;
            }
            String bare = of(like, method, "");
            Corpus.write(plan, bare);
            String said = parameters(method);
            if (!said.isEmpty()) {
                Corpus.write(
                        plans.resolve(method.name() + "-all.yaml"),
                        of(like, method, "-all").replace("id: " + method.name() + "\n", "id: " + method.name() + said));
            }
        }
    }

    private static void writeReleases(Path plans) {
        String like = Corpus.text(plans.resolve(FIRST_RELEASE + ".yaml"));
        for (MethodDescriptor method : Method.descriptors()) {
            Path plan = plans.resolve(method.name() + ".yaml");
            if (Files.exists(plan)
                    || !method.has(MethodTrait.PROMISE)
                    || !method.has(MethodTrait.RELEASE)
                    || method.has(MethodTrait.SERIES)) {
                continue;
            }
            Corpus.write(plan, like.replace(FIRST_RELEASE, method.name()));
            Corpus.write(
                    plans.resolve(method.name() + "-all.yaml"),
                    like.replace("name: corpus-" + FIRST_RELEASE, "name: corpus-" + method.name() + "-all")
                            .replace(FIRST_RELEASE, method.name())
                            .replace(LAST_UNITS, LAST_UNITS + lines(method)));
        }
    }

    private static String of(String like, MethodDescriptor method, String end) {
        return like.replace("name: corpus-" + FIRST, "name: corpus-" + method.name() + end)
                .replace("id: " + FIRST, "id: " + method.name())
                .replace("rounds: 1\n", "rounds: " + Method.named(method.name()).rounds() + "\n");
    }

    private static String parameters(MethodDescriptor method) {
        String all = lines(method);
        return all.isEmpty() ? "" : "\n  parameters:\n" + all;
    }

    /** All parameters but the numbers of units, which a plan of a release has anyway. */
    private static String lines(MethodDescriptor method) {
        return method.parameters().stream()
                .filter(parameter -> parameter.where() != Parameter.Where.IN_ONE_PROCESS)
                .filter(parameter -> !parameter.name().matches("(rows|persons)\\.NAME"))
                .map(parameter -> "    " + parameter.name().replace(".NAME", ".x1") + ": " + value(parameter) + "\n")
                .collect(Collectors.joining());
    }

    private static String value(Parameter parameter) {
        List<String> words = parameter.words();
        return switch (parameter.kind()) {
            case FLAG -> "true";
            case CHOICE -> words.get(words.size() - 1);
            case COUNT -> String.valueOf((long) Math.min(parameter.most(), parameter.least() + 1));
            // defaults are in order where a parameter must be below another
            case NUMBER, POSITIVE -> parameter.usual().matches("[0-9.]+") ? parameter.usual() : "0.5";
            case TEXT ->
                switch (parameter.name()) {
                    case "required" -> "[x1->x2]";
                    case "forbidden" -> "[x3->x1]";
                    case "tiers" -> "[[x1], [x2, x3]]";
                    default -> "x1";
                };
        };
    }
}
