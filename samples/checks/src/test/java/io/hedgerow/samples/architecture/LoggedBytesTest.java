// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The classes of gRPC and Netty that can make text of bytes: those that docs/logs.md and UnloggedFrames know. */
class LoggedBytesTest {

    private static final String NETTY = "io/grpc/netty/shaded/io/netty/";
    private static final String GRPC = "io/grpc/netty/shaded/io/grpc/netty/";

    /** Loggers that are given bytes of a message: with the SDK none of these exists. */
    private static final Set<String> UNLOGGED = Set.of(
            GRPC + "NettyClientHandler",
            GRPC + "NettyServerHandler",
            NETTY + "handler/codec/http2/Http2FrameLogger",
            NETTY + "handler/logging/LoggingHandler");

    /** Others, and why no message can be in what they write. */
    private static final Set<String> OTHERS = Set.of(
            // write by one of those
            NETTY + "handler/codec/http2/AbstractHttp2ConnectionHandlerBuilder",
            NETTY + "handler/codec/http2/Http2FrameLogger$Direction",
            NETTY + "handler/codec/http2/Http2InboundFrameLogger",
            NETTY + "handler/codec/http2/Http2InboundFrameLogger$1",
            NETTY + "handler/codec/http2/Http2OutboundFrameLogger",
            // makes the text, or reads it
            NETTY + "util/internal/StringUtil",
            NETTY + "buffer/ByteBufUtil",
            NETTY + "buffer/ByteBufUtil$HexUtil",
            // bytes that come before TLS and HTTP/2 stand, or instead of them: no end has said hello then
            GRPC + "WriteBufferingAndExceptionHandler",
            NETTY + "handler/codec/http2/Http2ConnectionHandler$PrefaceDecoder",
            NETTY + "handler/ssl/SslClientHelloHandler",
            NETTY + "handler/ssl/SslHandler",
            // only where a program puts it in a pipeline, and a system property is set as well
            NETTY + "handler/ssl/SslMasterKeyHandler$WiresharkSslMasterKeyHandler",
            // formats and settings that gRPC does not use
            NETTY + "handler/codec/json/JsonObjectDecoder",
            NETTY + "handler/codec/string/LineSeparator",
            NETTY + "handler/ssl/util/FingerprintTrustManagerFactory");

    /** Whether a class names a logger of frames, or a method that makes text of bytes. */
    private static boolean mentions(DataInputStream in) throws IOException {
        in.skipNBytes(8);
        boolean found = false;
        int count = in.readUnsignedShort();
        for (int k = 1; k < count; k++) {
            switch (in.readUnsignedByte()) {
                case 1 -> {
                    String text = in.readUTF();
                    found |= text.endsWith("/Http2FrameLogger")
                            || text.endsWith("/logging/LoggingHandler")
                            || text.toLowerCase(Locale.ROOT).endsWith("hexdump");
                }
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    k++;
                }
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                default -> throw new IOException("a class must have constants of a known kind");
            }
        }
        return found;
    }

    @Test
    void noOtherClassIsGivenBytesOfAMessage() throws IOException {
        Path path = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("grpc-netty-shaded"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
        Set<String> found = new TreeSet<>();
        try (JarFile jar = new JarFile(path.toFile())) {
            List<JarEntry> classes = jar.stream()
                    .filter(one ->
                            one.getName().endsWith(".class") && !one.getName().contains("module-info"))
                    .toList();
            for (JarEntry entry : classes) {
                try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
                    if (mentions(in)) {
                        found.add(entry.getName().replace(".class", ""));
                    }
                }
            }
        }
        Set<String> known = new TreeSet<>(UNLOGGED);
        known.addAll(OTHERS);
        assertEquals(known, found);
    }
}
