// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.certificate;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.key.P256;
import io.hedgerow.transport.internal.key.Pem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Builds and reads certificates (RFC 5280). */
public final class Certificates {

    public static final String TYPE = "CERTIFICATE";

    private static final int SERIAL_BITS = 127;

    private Certificates() {}

    public static X509Certificate root(String label, PrivateKey key, PublicKey publicKey, Instant from, Instant until) {
        X500Name name = new X500Name("CN=" + label + ",OU=hedgerow authority");
        try {
            X509v3CertificateBuilder builder =
                    new JcaX509v3CertificateBuilder(name, serial(), Date.from(from), Date.from(until), name, publicKey);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(
                    Extension.subjectKeyIdentifier,
                    false,
                    new JcaX509ExtensionUtils().createSubjectKeyIdentifier(publicKey));
            return signed(builder, key);
        } catch (CertIOException | GeneralSecurityException e) {
            throw new IllegalStateException("the authority's certificate cannot be built", e);
        }
    }

    public static X509Certificate leaf(
            X509Certificate root,
            PrivateKey key,
            CertifiedName name,
            List<Host> hosts,
            PublicKey publicKey,
            Instant from,
            Instant until) {
        try {
            JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    root, serial(), Date.from(from), Date.from(until), CertificateRequest.subject(name), publicKey);
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
            builder.addExtension(
                    Extension.extendedKeyUsage,
                    true,
                    new ExtendedKeyUsage(
                            name.role() == CertifiedName.Role.SITE
                                    ? KeyPurposeId.id_kp_clientAuth
                                    : KeyPurposeId.id_kp_serverAuth));
            builder.addExtension(
                    Extension.subjectAlternativeName, false, CertificateRequest.alternativeNames(name, hosts));
            builder.addExtension(
                    Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(publicKey));
            builder.addExtension(
                    Extension.authorityKeyIdentifier, false, identifiers.createAuthorityKeyIdentifier(root));
            return signed(builder, key);
        } catch (CertIOException | GeneralSecurityException e) {
            throw new IllegalStateException("a certificate for " + name + " cannot be built", e);
        }
    }

    /** Random, so that it needs no counter that a restored backup would repeat; 127 bits, so that it is positive. */
    private static BigInteger serial() {
        return new BigInteger(SERIAL_BITS, new SecureRandom()).add(BigInteger.ONE);
    }

    private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
            throws CertificateException {
        try {
            byte[] encoded = builder.build(new JcaContentSignerBuilder(P256.SIGNATURE).build(key))
                    .getEncoded();
            return parse(encoded);
        } catch (OperatorCreationException | IOException e) {
            throw new IllegalStateException("a certificate cannot be signed", e);
        }
    }

    static X509Certificate parse(byte[] encoded) throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
    }

    public static X509Certificate read(Path file, String advice) {
        byte[] encoded = Pem.read(file, TYPE, advice);
        try {
            return parse(encoded);
        } catch (CertificateException e) {
            throw new IdentityException(Reason.UNREADABLE, file + ": is damaged: not a certificate", e);
        }
    }

    public static X509CRL revocations(byte[] der) throws GeneralSecurityException {
        return (X509CRL) CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(der));
    }

    public static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateException e) {
            throw new IllegalStateException("a parsed certificate has no encoding", e);
        }
    }
}
