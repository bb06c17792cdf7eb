// SPDX-License-Identifier: Apache-2.0
/** The words of a study: data, graphs, models, messages, privacy, and the kit that they are made with. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.vocabulary {
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.yaml;
    requires ch.randelshofer.fastdoubleparser;
    requires commons.math3;
    requires ejml.core;
    requires ejml.ddense;

    exports io.hedgerow.core.data;
    exports io.hedgerow.core.data.rows;
    exports io.hedgerow.core.design;
    exports io.hedgerow.core.federation;
    exports io.hedgerow.core.graph;
    exports io.hedgerow.core.model;
    exports io.hedgerow.core.privacy;
    exports io.hedgerow.core.protocol;
    exports io.hedgerow.core.protocol.encoding;
    exports io.hedgerow.core.search;
    exports io.hedgerow.core.solver;
    exports io.hedgerow.core.study;

    // For other modules of the SDK and the command line only.
    exports io.hedgerow.core.data.internal to
            io.hedgerow.core,
            io.hedgerow.dp,
            io.hedgerow.rounds,
            io.hedgerow.samples,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.bytes to
            io.hedgerow.core,
            io.hedgerow.dp,
            io.hedgerow.personal,
            io.hedgerow.rounds,
            io.hedgerow.secureagg,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.chance to
            io.hedgerow.dp,
            io.hedgerow.inspect,
            io.hedgerow.search;
    exports io.hedgerow.core.internal.file to
            io.hedgerow.budget,
            io.hedgerow.core,
            io.hedgerow.dp,
            io.hedgerow.rounds,
            io.hedgerow.samples,
            io.hedgerow.secureagg,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.graph to
            io.hedgerow.result,
            io.hedgerow.rounds;
    exports io.hedgerow.core.internal.json to
            io.hedgerow.inspect,
            io.hedgerow.result,
            io.hedgerow.samples,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.linalg to
            io.hedgerow.core,
            io.hedgerow.curves,
            io.hedgerow.dp,
            io.hedgerow.hidden,
            io.hedgerow.personal,
            io.hedgerow.rounds,
            io.hedgerow.search;
    exports io.hedgerow.core.internal.optimise to
            io.hedgerow.core,
            io.hedgerow.rounds;
    exports io.hedgerow.core.internal.protocol to
            io.hedgerow.core,
            io.hedgerow.dp,
            io.hedgerow.rounds,
            io.hedgerow.secureagg,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.random to
            io.hedgerow.categories,
            io.hedgerow.core,
            io.hedgerow.curves,
            io.hedgerow.dp,
            io.hedgerow.personal,
            io.hedgerow.rounds,
            io.hedgerow.search,
            io.hedgerow.simulation,
            io.hedgerow.tables;
    exports io.hedgerow.core.internal.text to
            io.hedgerow.budget,
            io.hedgerow.categories,
            io.hedgerow.core,
            io.hedgerow.dp,
            io.hedgerow.inspect,
            io.hedgerow.predict,
            io.hedgerow.readers,
            io.hedgerow.result,
            io.hedgerow.rounds,
            io.hedgerow.samples,
            io.hedgerow.search,
            io.hedgerow.secureagg,
            io.hedgerow.simulation,
            io.hedgerow.tables,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.yaml to
            io.hedgerow.budget,
            io.hedgerow.result,
            io.hedgerow.samples,
            io.hedgerow.transport;
}
