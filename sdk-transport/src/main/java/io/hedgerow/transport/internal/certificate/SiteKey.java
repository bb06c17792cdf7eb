// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.certificate;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.key.P256;
import io.hedgerow.transport.internal.key.Pem;
import io.hedgerow.transport.internal.key.TokenFile;
import io.hedgerow.transport.internal.key.TokenKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.List;

/**
 * The TLS private key of a site or a coordinator, in a file or on a hardware token. ECDSA over P-256. {@link #toString}
 * does not show it. Immutable and thread-safe.
 */
public final class SiteKey {

    private final PrivateKey privateKey;
    private final PublicKey publicKey;

    private SiteKey(PrivateKey privateKey, PublicKey publicKey) {
        this.privateKey = privateKey;
        this.publicKey = publicKey;
    }

    /**
     * Makes a key and the request for its certificate, in a directory that is made when missing. Where the directory
     * names a token, the key is made there, unless it has one under that label.
     *
     * @param hosts names and numeric addresses under which sites reach a coordinator; none for a site
     * @throws IdentityException when there is a key already, the directory cannot be written, or the token cannot be
     *     used
     */
    public static CertificateRequest create(IdentityDirectory directory, CertifiedName name, List<String> hosts) {
        List<Host> named = hosts.stream().map(Host::new).toList();
        if (TokenFile.isNamed(directory.token(), directory.key())) {
            CertificateRequest request =
                    CertificateRequest.of(TokenKey.read(directory.token()).loadOrCreate(), name, named);
            request.write(directory.request());
            return request;
        }
        KeyPair pair = P256.generate();
        CertificateRequest request = CertificateRequest.of(pair, name, named);
        Pem.create(
                directory.key(),
                "PRIVATE KEY",
                pair.getPrivate().getEncoded(),
                true,
                "renew its certificate with `enrol renew`, or choose another directory");
        request.write(directory.request());
        return request;
    }

    /** Asks again for a certificate for the same key, name and hosts, and replaces the old request. */
    public static CertificateRequest renew(IdentityDirectory directory) {
        CertificateRequest before = CertificateRequest.read(directory.request());
        SiteKey key = load(directory, before.key());
        CertificateRequest request =
                CertificateRequest.of(new KeyPair(key.publicKey, key.privateKey), before.name(), before.hostList());
        request.write(directory.request());
        return request;
    }

    public static SiteKey load(IdentityDirectory directory, PublicKey publicKey) {
        PrivateKey privateKey = TokenFile.isNamed(directory.token(), directory.key())
                ? TokenKey.read(directory.token()).load()
                : P256.privateKey(directory.key(), Pem.readSecret(directory.key(), "make it with `enrol request`"));
        if (!P256.match(privateKey, publicKey)) {
            Path key = Files.exists(directory.token()) ? directory.token() : directory.key();
            String other = Files.exists(directory.certificate())
                    ? directory.certificate().toString()
                    : directory.request().toString();
            throw new IdentityException(
                    Reason.KEY_MISMATCH,
                    key + ": is not the key of " + other
                            + ": put back the file that belongs to the key, or enrol in a new directory");
        }
        return new SiteKey(privateKey, publicKey);
    }

    public PrivateKey privateKey() {
        return privateKey;
    }

    @Override
    public String toString() {
        return "SiteKey[" + Fingerprint.of(publicKey.getEncoded()) + "]";
    }
}
