// SPDX-License-Identifier: Apache-2.0
/** Measurements of a study in a Micrometer registry. */
@SuppressWarnings("requires-transitive-automatic") // Micrometer's jars have names of modules and no descriptors
module io.hedgerow.micrometer {
    requires transitive io.hedgerow.transport;
    requires transitive micrometer.core;

    exports io.hedgerow.micrometer;
}
