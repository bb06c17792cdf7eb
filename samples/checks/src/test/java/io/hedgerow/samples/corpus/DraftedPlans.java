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
 * of them, at values within their ranges. A method whose parameters need others, or a budget, gets plans by hand.
 */
final class DraftedPlans {

    private static final String FIRST = "gram";

    private DraftedPlans() {}

    /** Writes the missing plans of methods that plans can name without a budget. */
    static void write(Path plans) {
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

    private static String of(String like, MethodDescriptor method, String end) {
        return like.replace("name: corpus-" + FIRST, "name: corpus-" + method.name() + end)
                .replace("id: " + FIRST, "id: " + method.name())
                .replace("rounds: 1\n", "rounds: " + Method.named(method.name()).rounds() + "\n");
    }

    private static String parameters(MethodDescriptor method) {
        String all = method.parameters().stream()
                .filter(parameter -> parameter.where() != Parameter.Where.IN_ONE_PROCESS)
                .map(parameter -> "    " + parameter.name() + ": " + value(parameter) + "\n")
                .collect(Collectors.joining());
        return all.isEmpty() ? "" : "\n  parameters:\n" + all;
    }

    private static String value(Parameter parameter) {
        List<String> words = parameter.words();
        return switch (parameter.kind()) {
            case FLAG -> "true";
            case CHOICE -> words.get(words.size() - 1);
            case COUNT -> String.valueOf((long) Math.min(parameter.most(), parameter.least() + 1));
            case NUMBER, POSITIVE -> "0.5";
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
