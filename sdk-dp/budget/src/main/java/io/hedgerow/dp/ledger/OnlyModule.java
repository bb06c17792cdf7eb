// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import java.util.List;

/** The choice of the one provider of a service that decides about charges. */
final class OnlyModule {

    private OnlyModule() {}

    /**
     * {@return the only one of the providers that were found}
     *
     * @param does what the module does, as in <i>no module on the path knows data sets again</i>
     * @param home the artifact that has the SDK's own
     * @throws IllegalStateException when there is none, or more than one: another jar's could be found first
     */
    static <T> T of(List<T> found, String does, String home) {
        if (found.isEmpty()) {
            throw new IllegalStateException(
                    "no module on the path " + does + ", so nothing can be charged: put " + home + " on it");
        }
        if (found.size() > 1) {
            throw new IllegalStateException(
                    "only one module on the path may be the one that " + does + ", so nothing can be charged; found "
                            + found.stream()
                                    .map(provider -> provider.getClass().getName())
                                    .toList()
                            + ": leave on it the one of " + home);
        }
        return found.get(0);
    }
}
