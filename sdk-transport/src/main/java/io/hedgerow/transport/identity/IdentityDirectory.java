// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The directory with the keys and certificates of a site or a coordinator. {@link #key} and {@link #signingKey} never
 * leave the machine; the others are public.
 *
 * @param path the directory
 */
public record IdentityDirectory(Path path) {
    public IdentityDirectory {
        Objects.requireNonNull(path, "path");
    }

    /** {@return {@code tls.key}, the private key of the connection, PKCS#8 in PEM form} */
    public Path key() {
        return path.resolve("tls.key");
    }

    /**
     * {@return {@code tls.token}, which says on which PKCS#11 token the private key of the connection is, instead of
     * {@link #key}; YAML with {@code library}, {@code slot} or {@code slotIndex}, {@code label}, {@code pinFile} or
     * {@code pinVariable}}
     */
    public Path token() {
        return path.resolve("tls.token");
    }

    /** {@return {@code tls.csr}, the request to the authority, PKCS#10 in PEM form} */
    public Path request() {
        return path.resolve("tls.csr");
    }

    /** {@return {@code tls.pem}, the certificate that the authority made of it} */
    public Path certificate() {
        return path.resolve("tls.pem");
    }

    /** {@return {@code authority.pem}, the authority's own certificate, by which all others are judged} */
    public Path authority() {
        return path.resolve("authority.pem");
    }

    /** {@return {@code revoked.crl}, the authority's list of revoked certificates} */
    public Path revocations() {
        return path.resolve("revoked.crl");
    }

    /** {@return {@code signing.key}, the Ed25519 key for secure aggregation and documents, PKCS#8 in PEM form} */
    public Path signingKey() {
        return path.resolve("signing.key");
    }

    /**
     * {@return {@code signing.token}, which says on which PKCS#11 token the Ed25519 key for secure aggregation is,
     * instead of {@link #signingKey}; YAML as in {@link #token}, or with {@code token}, the label of the token, for its
     * slot}
     */
    public Path signingToken() {
        return path.resolve("signing.token");
    }
}
