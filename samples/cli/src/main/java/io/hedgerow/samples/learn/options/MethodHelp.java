// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.util.List;

/**
 * What a method says of itself.
 *
 * @param name of the method
 * @param sentence what it does
 * @param promise whether it needs a budget
 * @param parameters that it has
 */
public record MethodHelp(String name, String sentence, boolean promise, List<Described> parameters) implements Result {

    /** A parameter in words. */
    record Described(String name, String sentence, String range, String usual) {}

    MethodHelp(MethodDescriptor method) {
        this(
                method.name(),
                method.sentence(),
                method.has(MethodTrait.PROMISE),
                method.parameters().stream()
                        .filter(parameter -> parameter.where() != Parameter.Where.IN_ONE_PROCESS)
                        .map(parameter -> new Described(
                                parameter.name(), parameter.sentence(), parameter.range(), parameter.usual()))
                        .toList());
    }

    @Override
    public void describe(PrintWriter out) {
        out.println(name + ": " + sentence);
        out.println(promise ? "It keeps a promise of privacy and needs a budget." : "It promises no privacy.");
        for (Described parameter : parameters) {
            out.println();
            out.println("  " + parameter.name() + ": " + parameter.sentence());
            out.println("      " + parameter.range()
                    + (parameter.usual().isEmpty() ? "" : "; default: " + parameter.usual()));
        }
    }
}
