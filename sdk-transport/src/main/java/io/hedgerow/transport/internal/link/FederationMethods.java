// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.grpc.MethodDescriptor;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.ProtobufMapping;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Function;

public final class FederationMethods {

    public static final String SERVICE = "hedgerow.v1.Federation";
    public static final int VERSION = 1;

    public static final MethodDescriptor<Frame, Frame> JOIN = method(
            MethodDescriptor.MethodType.BIDI_STREAMING,
            "Join",
            new FrameMarshaller(ProtobufMapping::siteBytes, ProtobufMapping::readSite),
            new FrameMarshaller(ProtobufMapping::coordinatorBytes, ProtobufMapping::readCoordinator));

    public static final MethodDescriptor<Frame, Frame> PROBE = method(
            MethodDescriptor.MethodType.UNARY,
            "Probe",
            new FrameMarshaller(frame -> ProtobufMapping.helloBytes((Frame.Hello) frame), ProtobufMapping::readHello),
            new FrameMarshaller(
                    frame -> ProtobufMapping.welcomeBytes((Frame.Welcome) frame), ProtobufMapping::readWelcome));

    private FederationMethods() {}

    private static MethodDescriptor<Frame, Frame> method(
            MethodDescriptor.MethodType type, String name, FrameMarshaller request, FrameMarshaller response) {
        return MethodDescriptor.<Frame, Frame>newBuilder()
                .setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
                .setRequestMarshaller(request)
                .setResponseMarshaller(response)
                .build();
    }

    /** Converts frames to bytes and back; malformed bytes become {@link Frame.Unreadable} instead of an error. */
    private record FrameMarshaller(Function<Frame, byte[]> writer, Function<byte[], Frame> reader)
            implements MethodDescriptor.Marshaller<Frame> {

        @Override
        public InputStream stream(Frame value) {
            return new ByteArrayInputStream(writer.apply(value));
        }

        @Override
        public Frame parse(InputStream stream) {
            try {
                return reader.apply(stream.readAllBytes());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
