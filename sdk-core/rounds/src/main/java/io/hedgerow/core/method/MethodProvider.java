// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import java.util.List;

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
     * {@return one of the methods}
     *
     * @param terms of a study; its method is one of {@link #names()}
     * @param parameters of the same study, none read yet
     * @throws IllegalArgumentException when a parameter is missing or has a wrong value, or the terms do not suit the
     *     method
     */
    Method method(StudyTerms terms, MethodParameters parameters);

    /**
     * {@return how many rounds one of the methods may take where a run says none; 100 unless overridden}
     *
     * @param terms of the run, whose own number of rounds means nothing
     */
    default int usualRounds(StudyTerms terms) {
        return NamedMethod.USUAL_ROUNDS;
    }
}
