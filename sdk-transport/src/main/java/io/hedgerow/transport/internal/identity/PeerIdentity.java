// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.identity.CertifiedName.Role;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * The site at the other end of a connection, from the certificate that the handshake checked and from nothing that the
 * peer says later.
 */
public record PeerIdentity(SiteId site, X509Certificate certificate) {
    /**
     * Reads and checks the peer of a connection, also one that has been open since before the list of revoked
     * certificates changed.
     *
     * @param session after the handshake
     * @throws IdentityException when it has shown no certificate, or one that is not good now
     */
    public static PeerIdentity of(SSLSession session, TrustSettings trust) {
        Certificate[] shown;
        try {
            shown = session.getPeerCertificates();
        } catch (SSLPeerUnverifiedException e) {
            throw TrustSettings.noCertificate(Role.SITE);
        }
        List<X509Certificate> chain = Arrays.stream(shown)
                .filter(X509Certificate.class::isInstance)
                .map(X509Certificate.class::cast)
                .toList();
        CertifiedName name = trust.require(chain, Role.SITE);
        return new PeerIdentity(new SiteId(name.name()), chain.get(0));
    }

    /**
     * Requires that the site has a part in a study.
     *
     * @throws IdentityException when it has none
     */
    public PeerIdentity requireOneOf(Set<SiteId> sites) {
        if (!sites.contains(site)) {
            throw new IdentityException(
                    Reason.UNKNOWN_SITE,
                    "site " + site.value() + " has a good certificate but no part in this study: name it in the study's"
                            + " plan and have the plan signed anew, or let it join the right study");
        }
        return this;
    }
}
