/** The doors of a site and a coordinator, identities, plans and gRPC; reading it reads the whole SDK. */
module io.hedgerow.transport {
    requires transitive io.hedgerow.core;
    requires transitive io.hedgerow.dp;
    requires transitive io.hedgerow.secureagg;
    requires static transitive org.jspecify;
    requires com.fasterxml.jackson.core;
    requires com.google.protobuf;
    requires io.grpc;
    requires io.grpc.netty.shaded;
    requires java.management;
    requires jdk.httpserver;
    requires jdk.management;
    requires jdk.security.auth;
    requires org.bouncycastle.pkix;
    requires org.bouncycastle.provider;

    exports io.hedgerow.transport.channel;
    exports io.hedgerow.transport.egress;
    exports io.hedgerow.transport.identity;
    exports io.hedgerow.transport.node;
    exports io.hedgerow.transport.status;
    exports io.hedgerow.transport.study;

    // Generated messages, whose fields protobuf finds by reflection.
    opens io.hedgerow.v1 to
            com.google.protobuf;
}
