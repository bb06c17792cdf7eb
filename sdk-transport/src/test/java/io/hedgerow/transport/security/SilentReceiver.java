// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.security;

import io.hedgerow.transport.internal.certificate.Certificates;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.Host;
import io.hedgerow.transport.internal.key.P256;
import io.hedgerow.transport.internal.key.Pem;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Takes one connection with TLS on loopback, and reads nothing after the handshake. */
final class SilentReceiver implements AutoCloseable {

    private final SSLServerSocket server;
    private final Path authority;
    private final CountDownLatch accepted = new CountDownLatch(1);
    private volatile @Nullable SSLSocket open;

    private SilentReceiver(SSLServerSocket server, Path authority) {
        this.server = server;
        this.authority = authority;
        Thread thread = new Thread(this::accept, "silent-receiver");
        thread.setDaemon(true);
        thread.start();
    }

    static SilentReceiver start(Path folder) throws GeneralSecurityException, IOException {
        Instant from = Instant.now().minusSeconds(60);
        Instant to = from.plusSeconds(3600);
        KeyPair root = P256.generate();
        X509Certificate authority = Certificates.root("logs", root.getPrivate(), root.getPublic(), from, to);
        KeyPair own = P256.generate();
        X509Certificate leaf = Certificates.leaf(
                authority,
                root.getPrivate(),
                CertifiedName.coordinator("logs"),
                List.of(new Host("127.0.0.1")),
                own.getPublic(),
                from,
                to);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("logs", own.getPrivate(), new char[0], new Certificate[] {leaf, authority});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        Path file = folder.resolve("authority.pem");
        Pem.replace(file, Certificates.TYPE, Certificates.encoded(authority));
        return new SilentReceiver(
                (SSLServerSocket)
                        context.getServerSocketFactory().createServerSocket(0, 5, InetAddress.getLoopbackAddress()),
                file);
    }

    int port() {
        return server.getLocalPort();
    }

    Path authority() {
        return authority;
    }

    boolean hasAccepted() {
        return accepted.getCount() == 0;
    }

    private void accept() {
        try {
            SSLSocket socket = (SSLSocket) server.accept();
            open = socket;
            socket.startHandshake();
            accepted.countDown();
        } catch (IOException e) {
            // closed
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        SSLSocket socket = open;
        if (socket != null) {
            socket.close();
        }
    }
}
