// SPDX-License-Identifier: Apache-2.0
/** Vocabulary, data, graphs, solvers without privacy and the federation loop. */
@SuppressWarnings("module") // the modules that a package is exported to are compiled later
module io.hedgerow.core {
    requires transitive java.sql;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires com.fasterxml.jackson.dataformat.yaml;
    requires de.siegmar.fastcsv;
    requires ch.randelshofer.fastdoubleparser;
    requires commons.math3;
    requires ejml.core;
    requires ejml.ddense;

    exports io.hedgerow.core.data;
    exports io.hedgerow.core.data.csv;
    exports io.hedgerow.core.data.jdbc;
    exports io.hedgerow.core.data.rows;
    exports io.hedgerow.core.design;
    exports io.hedgerow.core.federation;
    exports io.hedgerow.core.graph;
    exports io.hedgerow.core.graph.export;
    exports io.hedgerow.core.method;
    exports io.hedgerow.core.method.descriptor;
    exports io.hedgerow.core.method.own;
    exports io.hedgerow.core.method.rounds;
    exports io.hedgerow.core.model;
    exports io.hedgerow.core.privacy;
    exports io.hedgerow.core.protocol;
    exports io.hedgerow.core.protocol.encoding;
    exports io.hedgerow.core.search;
    exports io.hedgerow.core.simulation;
    exports io.hedgerow.core.solver;
    exports io.hedgerow.core.study;
    exports io.hedgerow.core.table;

    // For the other modules of the SDK and the command line only.
    exports io.hedgerow.core.data.internal to
            io.hedgerow.dp,
            io.hedgerow.samples,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.acyclicity to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.block to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.bytes to
            io.hedgerow.dp,
            io.hedgerow.secureagg,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.design to
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.diagnostics to
            io.hedgerow.dp,
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.effect to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.feature to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.feature.moments to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.feature.search to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.federation.coordinator to
            io.hedgerow.dp,
            io.hedgerow.samples,
            io.hedgerow.secureagg,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.federation.site to
            io.hedgerow.samples,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.file to
            io.hedgerow.dp,
            io.hedgerow.secureagg,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.graph to
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.json to
            io.hedgerow.samples,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.linalg to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.method to
            io.hedgerow.dp,
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.nonprivate to
            io.hedgerow.dp,
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.personal to
            io.hedgerow.samples,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.protocol to
            io.hedgerow.dp,
            io.hedgerow.samples,
            io.hedgerow.secureagg,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.result to
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.search.chain to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.search.climb to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.search.graph to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.search.posterior to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.search.regression to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.search.score to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.search.sums to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.simulation.mixed to
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.simulation.model to
            io.hedgerow.samples;
    exports io.hedgerow.core.internal.solver to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.table to
            io.hedgerow.dp;
    exports io.hedgerow.core.internal.text to
            io.hedgerow.dp,
            io.hedgerow.transport;
    exports io.hedgerow.core.internal.yaml to
            io.hedgerow.dp,
            io.hedgerow.transport;

    uses io.hedgerow.core.method.MethodProvider;

    provides io.hedgerow.core.method.MethodProvider with
            io.hedgerow.core.internal.nonprivate.NonPrivateMethods;
}
