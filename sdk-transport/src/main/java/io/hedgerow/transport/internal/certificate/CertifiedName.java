// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.certificate;

import io.hedgerow.core.internal.text.PlainName;
import java.util.Locale;
import java.util.Optional;

/**
 * A certificate's statement about its owner: {@code hedgerow:site:NAME} or {@code hedgerow:coordinator:NAME}, as the
 * one URI among its subject's alternative names. A site's certificate is good for dialling out only, a coordinator's
 * for being dialled only. Immutable.
 *
 * @param role what its owner does
 * @param name a name as that of a site
 */
public record CertifiedName(Role role, String name) {

    private static final String SCHEME = "hedgerow:";

    public enum Role {
        /** Holds data and dials out. */
        SITE,
        /** Is dialled by sites. */
        COORDINATOR;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public CertifiedName {
        name = PlainName.require("name", name);
    }

    public static CertifiedName site(String name) {
        return new CertifiedName(Role.SITE, name);
    }

    public static CertifiedName coordinator(String name) {
        return new CertifiedName(Role.COORDINATOR, name);
    }

    public String uri() {
        return SCHEME + role.word() + ":" + name;
    }

    /** Reads a URI; empty when it is none of ours. */
    static Optional<CertifiedName> ofUri(String uri) {
        for (Role role : Role.values()) {
            String prefix = SCHEME + role.word() + ":";
            if (uri.startsWith(prefix) && PlainName.is(uri.substring(prefix.length()))) {
                return Optional.of(new CertifiedName(role, uri.substring(prefix.length())));
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return role.word() + " " + name;
    }
}
