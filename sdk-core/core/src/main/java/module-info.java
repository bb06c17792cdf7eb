// SPDX-License-Identifier: Apache-2.0
/** The door to learning in one process, and the catalogue of methods without a promise: the whole of the core. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.core {
    requires transitive io.hedgerow.vocabulary;
    requires transitive io.hedgerow.simulation;
    requires transitive io.hedgerow.rounds;
    requires transitive io.hedgerow.readers;
    requires transitive io.hedgerow.hidden;
    requires transitive io.hedgerow.tables;
    requires transitive io.hedgerow.search;
    requires transitive io.hedgerow.categories;
    requires transitive io.hedgerow.curves;
    requires transitive io.hedgerow.lingam;
    requires transitive io.hedgerow.personal;
    requires transitive io.hedgerow.result;
    requires transitive io.hedgerow.predict;
    requires transitive io.hedgerow.inspect;
    requires static transitive org.jspecify;
    requires ejml.core;
    requires ejml.ddense;

    exports io.hedgerow.core;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.internal.catalogue to
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.release to
            io.hedgerow.dp,
            io.hedgerow.samples;

    provides io.hedgerow.core.method.MethodProvider with
            io.hedgerow.core.internal.catalogue.NonPrivateMethods;
}
