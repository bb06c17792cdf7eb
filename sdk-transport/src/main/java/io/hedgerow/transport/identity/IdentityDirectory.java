// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a site or a coordinator keeps its identity. {@link #key} and {@link #signingKey} never leave the machine; the
 * others are public.
 *
 * @param path the directory
 */
public record IdentityDirectory(Path path) {
    public IdentityDirectory {
        Objects.requireNonNull(path, "path");
    }

    /**
     * The private key of the connection.
     *
     * @return {@code tls.key}, PKCS#8 in PEM form
     */
    public Path key() {
        return path.resolve("tls.key");
    }

    /**
     * The request to the authority.
     *
     * @return {@code tls.csr}, PKCS#10 in PEM form
     */
    public Path request() {
        return path.resolve("tls.csr");
    }

    /**
     * The certificate that the authority made of it.
     *
     * @return {@code tls.pem}
     */
    public Path certificate() {
        return path.resolve("tls.pem");
    }

    /**
     * The authority's own certificate, by which everybody else is judged.
     *
     * @return {@code authority.pem}
     */
    public Path authority() {
        return path.resolve("authority.pem");
    }

    /**
     * The authority's list of revoked certificates.
     *
     * @return {@code revoked.crl}
     */
    public Path revocations() {
        return path.resolve("revoked.crl");
    }

    /**
     * The Ed25519 key for secure aggregation and documents.
     *
     * @return {@code signing.key}, PKCS#8 in PEM form
     */
    public Path signingKey() {
        return path.resolve("signing.key");
    }
}
