// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import java.util.List;

/** Methods of a module, found by {@link java.util.ServiceLoader}. */
public interface MethodProvider {

    /**
     * The methods' names.
     *
     * @return lower-case words with dashes
     */
    List<String> names();

    /**
     * Makes one of them.
     *
     * @param terms of a study; its method is one of {@link #names()}
     * @param parameters of the same study, none read yet
     * @return the method
     * @throws IllegalArgumentException when a parameter is missing or has a wrong value, or the terms do not suit the
     *     method
     */
    Method method(StudyTerms terms, MethodParameters parameters);
}
