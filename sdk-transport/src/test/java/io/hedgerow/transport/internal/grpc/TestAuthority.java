// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.internal.link.WireTls;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates for tests: P-256, a root and what it signs. */
final class TestAuthority {

    private final KeyPair keys = keyPair();
    private final X509Certificate root;
    private int serial = 1;

    TestAuthority() throws Exception {
        root = sign("CN=root", keys, "CN=root", keys, null, day(-1), day(30));
    }

    /** Of a coordinator that is reached at 127.0.0.1. */
    WireTls coordinator() throws Exception {
        return tls("coordinator", new GeneralName(GeneralName.iPAddress, "127.0.0.1"), day(-1), day(30), root);
    }

    /** Of a coordinator whose certificate is for another host. */
    WireTls coordinatorElsewhere() throws Exception {
        return tls("coordinator", new GeneralName(GeneralName.dNSName, "elsewhere.example"), day(-1), day(30), root);
    }

    WireTls site(String name) throws Exception {
        return tls(name, null, day(-1), day(30), root);
    }

    WireTls expiredSite(String name) throws Exception {
        return tls(name, null, day(-20), day(-10), root);
    }

    /** A site of this authority that trusts coordinators of another one. */
    WireTls siteTrusting(String name, TestAuthority other) throws Exception {
        return tls(name, null, day(-1), day(30), other.root);
    }

    /** A site that shows no certificate. */
    WireTls siteWithoutKey() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(store, new char[0]);
        return new WireTls((X509KeyManager) keyManagers.getKeyManagers()[0], trust(root));
    }

    /** The name in the first certificate. */
    static SiteId name(X509Certificate[] chain) {
        String subject = chain[0].getSubjectX500Principal().getName();
        if (!subject.startsWith("CN=")) {
            throw new IllegalArgumentException("expected a common name");
        }
        return new SiteId(subject.substring(3));
    }

    private WireTls tls(String name, GeneralName host, Date from, Date until, X509Certificate trusted)
            throws Exception {
        KeyPair own = keyPair();
        X509Certificate certificate = sign("CN=" + name, own, "CN=root", keys, host, from, until);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("own", own.getPrivate(), new char[0], new X509Certificate[] {certificate, root});
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance("PKIX");
        keyManagers.init(store, new char[0]);
        return new WireTls((X509KeyManager) keyManagers.getKeyManagers()[0], trust(trusted));
    }

    private static X509TrustManager trust(X509Certificate trusted) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("root", trusted);
        TrustManagerFactory trustManagers = TrustManagerFactory.getInstance("PKIX");
        trustManagers.init(store);
        return (X509TrustManager) trustManagers.getTrustManagers()[0];
    }

    private X509Certificate sign(
            String subject, KeyPair own, String issuer, KeyPair signer, GeneralName host, Date from, Date until)
            throws Exception {
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                new X500Name(issuer),
                BigInteger.valueOf(serial++),
                from,
                until,
                new X500Name(subject),
                own.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(subject.equals(issuer)));
        if (host != null) {
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(host));
        }
        return new JcaX509CertificateConverter()
                .getCertificate(
                        builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
    }

    private static KeyPair keyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Date day(int fromNow) {
        return Date.from(Instant.now().plus(fromNow, ChronoUnit.DAYS));
    }
}
