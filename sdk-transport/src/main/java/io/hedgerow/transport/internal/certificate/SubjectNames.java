// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.certificate;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.GeneralName;

public final class SubjectNames {

    private SubjectNames() {}

    /** The one name of ours; empty when there is none, or more than one URI. */
    public static Optional<CertifiedName> name(X509Certificate certificate) {
        List<String> uris = of(certificate, GeneralName.uniformResourceIdentifier);
        return uris.size() == 1 ? CertifiedName.ofUri(uris.get(0)) : Optional.empty();
    }

    public static List<String> hosts(X509Certificate certificate) {
        List<String> hosts = new ArrayList<>(of(certificate, GeneralName.dNSName));
        hosts.addAll(of(certificate, GeneralName.iPAddress));
        return hosts;
    }

    public static boolean names(X509Certificate certificate, Host host) {
        return of(certificate, GeneralName.dNSName).stream().anyMatch(name -> host.is(GeneralName.dNSName, name))
                || of(certificate, GeneralName.iPAddress).stream()
                        .anyMatch(name -> host.is(GeneralName.iPAddress, name));
    }

    private static List<String> of(X509Certificate certificate, int type) {
        List<String> found = new ArrayList<>();
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            if (names != null) {
                for (List<?> name : names) {
                    if (name.size() == 2 && name.get(0).equals(type) && name.get(1) instanceof String text) {
                        found.add(text);
                    }
                }
            }
        } catch (CertificateParsingException e) {
            return List.of(); // names that cannot be read are no names
        }
        return found;
    }

    static Host host(GeneralName name) throws UnknownHostException {
        return new Host(
                name.getTagNo() == GeneralName.iPAddress
                        ? InetAddress.getByAddress(ASN1OctetString.getInstance(name.getName())
                                        .getOctets())
                                .getHostAddress()
                        : name.getName().toString());
    }
}
