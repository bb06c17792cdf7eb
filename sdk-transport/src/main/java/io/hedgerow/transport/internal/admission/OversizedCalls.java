// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.admission;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.internal.link.WireSettings;
import java.security.Principal;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Reports calls that gRPC ends because a frame exceeds the size limit. */
public final class OversizedCalls extends ServerStreamTracer.Factory {

    private final WireSettings settings;
    private final RefusalNotes notes;

    public OversizedCalls(WireSettings settings, RefusalNotes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new Tracer();
    }

    private final class Tracer extends ServerStreamTracer {
        private volatile String peer = "unknown";

        @Override
        public void serverCallStarted(ServerCallInfo<?, ?> call) {
            peer = principal(call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION)) + " at "
                    + call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        }

        @Override
        public void streamClosed(Status status) {
            // a message beyond its limit has the same code, and is noted where it is refused
            if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED
                    && String.valueOf(status.getDescription()).contains("exceeds maximum size")) {
                notes.refused(
                        peer, Refusal.TOO_LARGE, "a frame is beyond the limit of " + settings.frameLimit() + " bytes");
            }
        }
    }

    private static String principal(@Nullable SSLSession session) {
        try {
            Principal shown = session == null ? null : session.getPeerPrincipal();
            return shown == null ? "unknown" : shown.getName();
        } catch (SSLPeerUnverifiedException e) {
            return "unknown";
        }
    }
}
