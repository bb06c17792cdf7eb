// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A {@link Refusal} as gRPC carries it: a status, and the reason's name in the trailers. */
public final class RefusalStatus {

    private static final Metadata.Key<String> KEY =
            Metadata.Key.of("hedgerow-refusal", Metadata.ASCII_STRING_MARSHALLER);
    private static final int LONGEST_DETAIL = 500;

    private RefusalStatus() {}

    public static Status status(Refusal refusal, String detail) {
        return Status.Code.valueOf(refusal.code()).toStatus().withDescription(shown(detail));
    }

    public static Metadata trailers(Refusal refusal) {
        Metadata trailers = new Metadata();
        trailers.put(KEY, refusal.name());
        return trailers;
    }

    public static StatusException exception(Refusal refusal, String detail) {
        return status(refusal, detail).asException(trailers(refusal));
    }

    /** The refusal that the other end named; empty when the status is not of its making. */
    public static Optional<Refusal> of(Status status, @Nullable Metadata trailers) {
        String name = trailers == null ? null : trailers.get(KEY);
        for (Refusal refusal : Refusal.values()) {
            if (refusal.name().equals(name)
                    && refusal.code().equals(status.getCode().name())) {
                return Optional.of(refusal);
            }
        }
        return Optional.empty();
    }

    /** The other end's text, fit for a terminal and a log line. */
    public static String shown(@Nullable String text) {
        String printable = text == null ? "no reason was given" : Printable.line(text);
        return printable.length() <= LONGEST_DETAIL ? printable : printable.substring(0, LONGEST_DETAIL) + " …";
    }
}
