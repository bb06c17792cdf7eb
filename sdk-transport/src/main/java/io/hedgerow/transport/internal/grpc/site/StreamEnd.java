// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.netty.handler.proxy.ProxyConnectException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.channel.WireException;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.internal.link.RefusalStatus;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;

final class StreamEnd {

    private StreamEnd() {}

    /** The exception that ends the site's work; empty when it may come back. */
    static Optional<WireException> fatal(Status status, Metadata trailers, SiteOptions options) {
        String address = options.address();
        Optional<Refusal> refusal = RefusalStatus.of(status, trailers);
        if (refusal.isPresent()) {
            return refusal.filter(one -> !one.retriable()).map(one -> refused(one, status, address));
        }
        for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ProxyConnectException && HttpProxy.isFinal(Words.reason(cause))) {
                String said = Words.reason(cause);
                return options.proxy()
                        .map(proxy -> new UnreachableException(proxy.refusal(said), status.asException(), true));
            }
            if (cause instanceof CertificateException || cause instanceof CertPathValidatorException) {
                return Optional.of(new UnreachableException(
                        "the certificate of the coordinator at " + address + " is not good: "
                                + RefusalStatus.shown(cause.getMessage())
                                + "; check its address, its certificate's dates and names, and this site's root "
                                + "certificate",
                        status.asException(),
                        true));
            }
            if (cause instanceof SSLException && isAboutOurs(Words.reason(cause))) {
                return Optional.of(new UnreachableException(
                        "the coordinator at " + address + " does not accept this site's certificate ("
                                + RefusalStatus.shown(cause.getMessage())
                                + "): check its dates, or ask the coordinator's operator for a new one",
                        status.asException(),
                        true));
            }
        }
        if (status.getCode() == Status.Code.UNIMPLEMENTED) {
            return Optional.of(new RefusedException(
                    Refusal.VERSION_MISMATCH,
                    "what listens at " + address + " does not know " + FederationMethods.SERVICE + " in version "
                            + FederationMethods.VERSION
                            + ": check the address, and install matching releases at both ends"));
        }
        return Optional.empty();
    }

    static RefusedException refused(Refusal refusal, Status status, String address) {
        return new RefusedException(
                refusal, "the coordinator at " + address + " refused: " + RefusalStatus.shown(status.getDescription()));
    }

    /** What happened, fit for a terminal. */
    static String shown(Status status, Optional<Refusal> refusal) {
        return refusal.map(any -> RefusalStatus.shown(status.getDescription()))
                .orElseGet(() -> RefusalStatus.shown(status.getCode() + " " + status.getDescription()));
    }

    /** Whether a stream that was welcome has lived as long as streams do. */
    static boolean isOfLife(Status status, Optional<Refusal> refusal) {
        return status.getCode() == Status.Code.DEADLINE_EXCEEDED || refusal.equals(Optional.of(Refusal.STREAM_OVER));
    }

    /** TLS alerts by which a server refuses a client's certificate. */
    private static boolean isAboutOurs(String message) {
        String alert = message.toLowerCase(Locale.ROOT);
        return alert.contains("fatal alert")
                && (alert.contains("certificate") || alert.contains("unknown_ca") || alert.contains("access_denied"));
    }
}
