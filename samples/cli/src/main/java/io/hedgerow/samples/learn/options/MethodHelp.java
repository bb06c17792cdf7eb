// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.util.List;

/**
 * The help text of a method: its purpose, traits and parameters.
 *
 * @param name of the method
 * @param sentence what it does
 * @param promise whether it needs a budget
 * @param traits what else is true of it, in words
 * @param parameters that it has
 */
public record MethodHelp(String name, String sentence, boolean promise, List<String> traits, List<Described> parameters)
        implements Result {

    /** A parameter in words; {@code where} says who can give it, and is empty for plans and learn. */
    public record Described(String name, String sentence, String range, String usual, String where) {}

    public MethodHelp {
        traits = List.copyOf(traits);
        parameters = List.copyOf(parameters);
    }

    public static MethodHelp of(MethodDescriptor method) {
        boolean alone = method.has(MethodTrait.IN_ONE_PROCESS);
        return new MethodHelp(
                method.name(),
                method.sentence(),
                method.has(MethodTrait.PROMISE),
                method.traits().stream()
                        .sorted()
                        .filter(trait -> trait != MethodTrait.IN_ONE_PROCESS && trait != MethodTrait.PROMISE)
                        .map(trait -> Words.dashed(trait).replace('-', ' '))
                        .toList(),
                method.parameters().stream()
                        .map(parameter -> new Described(
                                parameter.name(),
                                parameter.sentence(),
                                parameter.range(),
                                parameter.usual(),
                                where(parameter, alone)))
                        .toList());
    }

    private static String where(Parameter parameter, boolean alone) {
        return switch (parameter.where()) {
            case EVERYWHERE -> "";
            case IN_ONE_PROCESS -> "learn only";
            case IN_PLANS -> alone ? "no effect" : "plans only";
        };
    }

    @Override
    public void describe(PrintWriter out) {
        out.println(name + ": " + sentence);
        out.println(promise ? "It keeps a promise of privacy and needs a budget." : "It promises no privacy.");
        if (!traits.isEmpty()) {
            out.println("Traits: " + String.join(", ", traits) + ".");
        }
        for (Described parameter : parameters) {
            out.println();
            out.println("  " + parameter.name() + ": " + parameter.sentence()
                    + (parameter.where().isEmpty() ? "" : "; " + parameter.where()));
            out.println("      " + parameter.range()
                    + (parameter.usual().isEmpty() ? "" : "; default: " + parameter.usual()));
        }
    }
}
