package io.hedgerow.transport.channel;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Decides as another trust manager does, and tells which certificates of clients it refused: the peer learns no more than an alert. */
final class WatchedTrust extends X509ExtendedTrustManager {

    private final X509ExtendedTrustManager trust;
    private final RefusalNotes notes;

    WatchedTrust(X509ExtendedTrustManager trust, RefusalNotes notes) {
        this.trust = trust;
        this.notes = notes;
    }

    /** One of the ways in which TLS asks. */
    private interface Check {
        void run() throws CertificateException;
    }

    private void watched(X509Certificate[] chain, Check check) throws CertificateException {
        try {
            check.run();
        } catch (CertificateException | RuntimeException e) {
            notes.certificate(chain, "", e);
            throw e;
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        watched(chain, () -> trust.checkClientTrusted(chain, authType));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        watched(chain, () -> trust.checkClientTrusted(chain, authType, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        watched(chain, () -> trust.checkClientTrusted(chain, authType, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        trust.checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        trust.checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        trust.checkServerTrusted(chain, authType, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
