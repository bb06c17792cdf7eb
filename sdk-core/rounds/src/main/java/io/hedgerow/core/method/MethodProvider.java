// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import java.util.List;
import java.util.Map;

/** Methods of a module, found by {@link java.util.ServiceLoader}. */
public interface MethodProvider {

    /** {@return descriptions of the methods with their parameters, one for each, always the same} */
    List<MethodDescriptor> descriptors();

    /** {@return the names of methods that a plan can have: lower-case words with dashes} */
    default List<String> names() {
        return descriptors().stream()
                .filter(method -> !method.has(MethodTrait.IN_ONE_PROCESS))
                .map(MethodDescriptor::name)
                .toList();
    }

    /**
     * {@return the method that the terms name}
     *
     * @param terms of a study; its method is one of {@link #names()}
     * @param parameters of the same study, none read yet
     * @throws IllegalArgumentException when a parameter is missing or has a wrong value, or the terms do not suit the
     *     method
     */
    Method method(StudyTerms terms, MethodParameters parameters);

    /**
     * {@return a search on the release that a private look made, which costs nothing and sends nothing} Its coordinator
     * has the sums in the journal of the look.
     *
     * @param look the terms of the look
     * @param search parameters that decide about the search alone, by name
     * @throws IllegalArgumentException when the terms are those of no private look, as unless overridden, or a
     *     parameter is one of the release
     */
    default Method afterLook(StudyTerms look, Map<String, String> search) {
        List<String> looks = MethodCatalogue.ofModules()
                .names(known -> known.has(MethodTrait.LOOK) && known.has(MethodTrait.PROMISE));
        throw new IllegalArgumentException("the study must be one of " + Words.listed(looks, "or")
                + ", whose release can be learned from, was one of " + look.method());
    }

    /**
     * {@return the default limit of rounds of a method; 100 unless overridden}
     *
     * @param terms of the run, whose own number of rounds means nothing
     */
    default int usualRounds(StudyTerms terms) {
        return NamedMethod.USUAL_ROUNDS;
    }
}
