// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.security;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.link.ExchangeDeadline;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends syslog messages (RFC 5424) over TLS, each after its length (RFC 5425, section 4.3). A connection is opened when
 * there is something to send, and again after it broke. A receiver that has gone is noticed before the next message
 * where it closed the connection; syslog itself acknowledges nothing.
 */
final class SyslogSink implements SecurityNotices.Sink {

    /** Facility 13 of RFC 5424, log audit. */
    private static final int AUDIT = 13 * 8;

    private static final int PATIENCE_MILLIS = 10_000;

    private final SSLContext context;
    private final String host;
    private final int port;
    private @Nullable SSLSocket socket;
    private volatile boolean closed;

    /**
     * The socket below the TLS: closing this ends a write that waits for the receiver, closing the other waits for it.
     */
    private volatile @Nullable Socket below;

    private SyslogSink(SSLContext context, String host, int port) {
        this.context = context;
        this.host = host;
        this.port = port;
    }

    static SyslogSink of(String host, int port, Path authority) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            Collection<? extends Certificate> certificates = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(authority)));
            for (Certificate one : certificates) {
                trusted.setCertificateEntry("authority-" + trusted.size(), one);
            }
            if (trusted.size() == 0) {
                throw new IdentityException(
                        Reason.UNREADABLE, authority + ": must hold a certificate in PEM form, holds none");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return new SyslogSink(context, host, port);
        } catch (IOException e) {
            throw new IdentityException(
                    Reason.MISSING,
                    authority + ": cannot be read: name the certificate of the receiver's authority",
                    e);
        } catch (GeneralSecurityException e) {
            throw new IdentityException(
                    Reason.UNREADABLE, authority + ": must hold certificates in PEM form, does not", e);
        }
    }

    @Override
    public void write(SecurityNotice notice) throws IOException {
        byte[] message = message(notice);
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes((message.length + " ").getBytes(StandardCharsets.US_ASCII));
        frame.writeBytes(message);
        try {
            SSLSocket open = connected();
            open.getOutputStream().write(frame.toByteArray());
            open.getOutputStream().flush();
        } catch (IOException | RuntimeException e) {
            drop();
            throw e;
        }
    }

    private static byte[] message(SecurityNotice notice) {
        return ("<" + (AUDIT + notice.kind().severity()) + ">1 "
                        + notice.time().truncatedTo(ChronoUnit.MICROS) + " " + hostName() + " hedgerow "
                        + ProcessHandle.current().pid() + " " + notice.kind().word() + " - " + notice.json())
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static String hostName() {
        try {
            String name = InetAddress.getLocalHost().getHostName().replaceAll("[^\\x21-\\x7e]", "");
            return name.isEmpty() || name.length() > 255 ? "-" : name;
        } catch (UnknownHostException e) {
            return "-";
        }
    }

    private SSLSocket connected() throws IOException {
        SSLSocket known = socket;
        if (known != null && !isOver(known)) {
            return known;
        }
        drop();
        Socket plain = new Socket();
        below = plain;
        try {
            if (closed) {
                throw new IOException("closed");
            }
            plain.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            SSLSocket made = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
            SSLParameters parameters = made.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
            made.setSSLParameters(parameters);
            ExchangeDeadline.within(Duration.ofMillis(PATIENCE_MILLIS), plain, () -> {
                made.startHandshake();
                return made;
            });
            socket = made;
            return made;
        } catch (IOException | RuntimeException e) {
            plain.close();
            throw e;
        }
    }

    /** A receiver sends nothing but its end. */
    private static boolean isOver(SSLSocket open) {
        try {
            open.setSoTimeout(1);
            return open.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private void drop() {
        SSLSocket known = socket;
        socket = null;
        if (known != null) {
            try {
                known.close();
            } catch (IOException e) {
                // it is over anyhow
            }
        }
    }

    /** Says the end to the receiver, and waits until it has room for that. */
    @Override
    public void close() {
        closed = true;
        drop();
    }

    @Override
    public void abandon() throws IOException {
        closed = true;
        Socket known = below;
        if (known != null) {
            known.close();
        }
    }
}
