// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.Host;
import io.hedgerow.transport.internal.key.P256;
import io.hedgerow.transport.internal.key.Pem;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** Receives syslog over TLS (RFC 5425) on loopback, and keeps its messages. */
final class SyslogReceiver implements AutoCloseable {

    private static final int LONGEST = 8192;

    /** The certificate of this receiver, and of the authority that a sender trusts. */
    record Keys(SSLContext context, Path authority) {
        static Keys create(Path folder, String host) throws GeneralSecurityException, IOException {
            Instant now = Instant.now();
            KeyPair authority = P256.generate();
            X509Certificate root = Certificates.root(
                    "logs", authority.getPrivate(), authority.getPublic(), now.minusSeconds(60), now.plusSeconds(3600));
            KeyPair own = P256.generate();
            X509Certificate leaf = Certificates.leaf(
                    root,
                    authority.getPrivate(),
                    CertifiedName.coordinator("logs"),
                    List.of(new Host(host)),
                    own.getPublic(),
                    now.minusSeconds(60),
                    now.plusSeconds(3600));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("logs", own.getPrivate(), new char[0], new Certificate[] {leaf, root});
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            Path file = folder.resolve("logs-authority.pem");
            Pem.replace(file, Certificates.TYPE, Certificates.encoded(root));
            return new Keys(context, file);
        }
    }

    private final SSLServerSocket server;
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    private SyslogReceiver(SSLServerSocket server) {
        this.server = server;
        Thread thread = new Thread(this::accept, "syslog-receiver");
        thread.setDaemon(true);
        thread.start();
    }

    /** Listens; port 0 takes a free one. */
    static SyslogReceiver start(Keys keys, int port) throws IOException {
        return new SyslogReceiver((SSLServerSocket)
                keys.context.getServerSocketFactory().createServerSocket(port, 50, InetAddress.getLoopbackAddress()));
    }

    int port() {
        return server.getLocalPort();
    }

    /** The next message, without its length. */
    String next() throws InterruptedException {
        String message = messages.poll(60, TimeUnit.SECONDS);
        if (message == null) {
            throw new AssertionError("no message came");
        }
        return message;
    }

    private void accept() {
        while (!closed) {
            try {
                SSLSocket socket = (SSLSocket) server.accept();
                Thread reader = new Thread(() -> read(socket), "syslog-reader");
                reader.setDaemon(true);
                reader.start();
            } catch (IOException e) {
                return;
            }
        }
    }

    private void read(SSLSocket socket) {
        try (socket;
                DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()))) {
            while (true) {
                int length = 0;
                for (int digit = in.readByte(); digit != ' '; digit = in.readByte()) {
                    if (digit < '0' || digit > '9') {
                        throw new UncheckedIOException(new IOException("no length: " + digit));
                    }
                    length = 10 * length + digit - '0';
                }
                if (length < 1 || length > LONGEST) {
                    throw new UncheckedIOException(new IOException("length " + length));
                }
                byte[] message = new byte[length];
                in.readFully(message);
                messages.add(new String(message, StandardCharsets.UTF_8));
            }
        } catch (EOFException e) {
            // the sender has ended
        } catch (IOException e) {
            if (!closed) {
                messages.add("broken: " + e);
            }
        } catch (UncheckedIOException e) {
            messages.add("broken: " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        server.close();
    }
}
