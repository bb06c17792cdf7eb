// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.experiment;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.internal.channel.WireTls;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
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
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** Keys that live for an hour in a folder of their own, for a coordinator and sites on this machine. Not for data. */
record LoopbackKeys(Path folder) {

    /** The keys guard nothing: whoever reads the folder may run an experiment. */
    private static final char[] NO_SECRET = "loopback".toCharArray();

    static String siteName(int site) {
        return "site-" + (site + 1);
    }

    static SiteId name(X509Certificate[] chain) {
        return new SiteId(chain[0].getSubjectX500Principal().getName().substring("CN=".length()));
    }

    /** Makes a root, and keys of a coordinator and of sites. */
    void make(int sites) throws IOException {
        try {
            KeyPair rootKeys = keys();
            X509Certificate root = sign(0, "CN=root", rootKeys, rootKeys, null);
            GeneralName here = new GeneralName(GeneralName.iPAddress, "127.0.0.1");
            for (int p = -1; p < sites; p++) {
                KeyPair own = keys();
                String name = p < 0 ? "coordinator" : siteName(p);
                X509Certificate certificate = sign(p + 2, "CN=" + name, own, rootKeys, p < 0 ? here : null);
                KeyStore store = KeyStore.getInstance("PKCS12");
                store.load(null, null);
                store.setKeyEntry("own", own.getPrivate(), NO_SECRET, new X509Certificate[] {certificate, root});
                store.setCertificateEntry("root", root);
                try (OutputStream file = Files.newOutputStream(folder.resolve(name + ".p12"))) {
                    store.store(file, NO_SECRET);
                }
            }
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("this Java cannot make P-256 certificates", e);
        }
    }

    /** One end's keys. */
    WireTls of(String name) throws IOException {
        try (InputStream file = Files.newInputStream(folder.resolve(name + ".p12"))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(file, NO_SECRET);
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, NO_SECRET);
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(store);
            return new WireTls(
                    (X509KeyManager) keys.getKeyManagers()[0], (X509TrustManager) trust.getTrustManagers()[0]);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot read its own key files", e);
        }
    }

    private static X509Certificate sign(
            int serial, String subject, KeyPair own, KeyPair signer, @Nullable GeneralName host)
            throws GeneralSecurityException, OperatorCreationException, CertIOException {
        Instant now = Instant.now();
        JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                new X500Name("CN=root"),
                BigInteger.valueOf(serial + 1L),
                Date.from(now.minus(1, ChronoUnit.MINUTES)),
                Date.from(now.plus(1, ChronoUnit.HOURS)),
                new X500Name(subject),
                own.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(own == signer));
        if (host != null) {
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(host));
        }
        return new JcaX509CertificateConverter()
                .getCertificate(
                        builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer.getPrivate())));
    }

    private static KeyPair keys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }
}
