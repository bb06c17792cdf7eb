// SPDX-License-Identifier: Apache-2.0
/** The doors of a site and a coordinator, identities, plans and gRPC; methods and readers of files are services. */
@SuppressWarnings("module") // the application is compiled later, and has no module
module io.hedgerow.transport {
    requires transitive io.hedgerow.rounds;
    requires transitive io.hedgerow.budget;
    requires transitive io.hedgerow.secureagg;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires com.google.protobuf;
    requires io.grpc;
    requires io.grpc.netty.shaded;
    requires java.management;
    requires jdk.httpserver;
    requires jdk.management;
    requires org.bouncycastle.pkix;
    requires org.bouncycastle.provider;

    exports io.hedgerow.transport.channel;
    exports io.hedgerow.transport.identity;
    exports io.hedgerow.transport.node;
    exports io.hedgerow.transport.security;
    exports io.hedgerow.transport.study;

    // For the command line, which administers and audits.
    exports io.hedgerow.transport.internal.approval to
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.certificate to
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.egress to
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.grpc.coordinator to
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.grpc.site to
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.identity to
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.key to
            io.hedgerow.pkcs11,
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.link to
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.status to
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.status.page to
            io.hedgerow.samples;
    exports io.hedgerow.transport.internal.status.server to
            io.hedgerow.samples;

    uses io.hedgerow.core.data.RowSource.FileFormat;
    uses io.hedgerow.transport.internal.key.SigningTokens;

    // Generated messages, whose fields protobuf finds by reflection.
    opens io.hedgerow.v1 to
            com.google.protobuf;
}
