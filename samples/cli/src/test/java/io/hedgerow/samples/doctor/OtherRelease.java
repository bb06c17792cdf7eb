// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A coordinator of a release that has no version of the protocol in common with this one: as much of HTTP/2 as it takes
 * to end every call with the same status.
 */
final class OtherRelease implements AutoCloseable {

    private static final int PREFACE = 24;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int ACKNOWLEDGED = 1;
    private static final int END_OF_STREAM_AND_HEADERS = 5;

    private final SSLServerSocket listening;
    private final Map<String, String> trailers;

    /** With the coordinator's own certificate. */
    OtherRelease(DoctoredStudy study, Map<String, String> trailers) throws IOException {
        this.trailers = trailers;
        IdentityDirectory identity = new IdentityDirectory(study.study().coordinator());
        TrustSettings trust = TrustSettings.forCoordinator(identity, InstantSource.system());
        TlsMaterial tls = TlsMaterial.load(identity, CertifiedName.coordinator("hub"), trust);
        listening = (SSLServerSocket) tls.context(trust.trustSites())
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getLoopbackAddress());
        listening.setNeedClientAuth(true);
        SSLParameters parameters = listening.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        listening.setSSLParameters(parameters);
        Thread server = new Thread(this::accept, "other release of a test");
        server.setDaemon(true);
        server.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try (SSLSocket client = (SSLSocket) listening.accept()) {
                answer(new DataInputStream(client.getInputStream()), new DataOutputStream(client.getOutputStream()));
            } catch (IOException e) {
                // this client is gone, and the next one may come
            }
        }
    }

    private void answer(DataInputStream in, DataOutputStream out) throws IOException {
        in.readFully(new byte[PREFACE]);
        write(out, SETTINGS, 0, 0, new byte[0]);
        while (true) {
            int length = (in.readUnsignedByte() << 16) | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            in.readFully(new byte[length]);
            if (type == SETTINGS && flags != ACKNOWLEDGED) {
                write(out, SETTINGS, ACKNOWLEDGED, 0, new byte[0]);
            } else if (type == HEADERS) {
                write(out, HEADERS, END_OF_STREAM_AND_HEADERS, stream, headers());
            }
        }
    }

    private static void write(DataOutputStream out, int type, int flags, int stream, byte[] content)
            throws IOException {
        out.writeByte(content.length >> 16);
        out.writeShort(content.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(content);
        out.flush();
    }

    private byte[] headers() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        literal(out, ":status", "200");
        literal(out, "content-type", "application/grpc");
        for (Map.Entry<String, String> trailer : trailers.entrySet()) {
            literal(out, trailer.getKey(), trailer.getValue());
        }
        return out.toByteArray();
    }

    /** A header without compression; texts are shorter than 127 bytes. */
    private static void literal(ByteArrayOutputStream out, String name, String value) throws IOException {
        out.write(0);
        for (String text : new String[] {name, value}) {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            out.write(bytes.length);
            out.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
