// SPDX-License-Identifier: Apache-2.0
/** Secure aggregation: the coordinator learns a sum and nothing else. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.secureagg {
    requires transitive io.hedgerow.rounds;
    requires static transitive org.jspecify;
    requires org.bouncycastle.provider;

    exports io.hedgerow.secureagg.federation;
    exports io.hedgerow.secureagg.policy;
    exports io.hedgerow.secureagg.simulation;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.secureagg.internal.codec to
            io.hedgerow.transport;
    exports io.hedgerow.secureagg.internal.coordinator to
            io.hedgerow.transport;
    exports io.hedgerow.secureagg.internal.federation to
            io.hedgerow.transport;
    exports io.hedgerow.secureagg.internal.key to
            io.hedgerow.transport;
    exports io.hedgerow.secureagg.internal.policy to
            io.hedgerow.transport;
    exports io.hedgerow.secureagg.internal.site to
            io.hedgerow.transport;
    exports io.hedgerow.secureagg.internal.store to
            io.hedgerow.transport;
}
