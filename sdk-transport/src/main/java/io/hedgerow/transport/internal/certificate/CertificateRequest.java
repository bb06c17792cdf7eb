// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.certificate;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import io.hedgerow.transport.internal.key.P256;
import io.hedgerow.transport.internal.key.Pem;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.ExtensionsGenerator;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/**
 * A request for a certificate (PKCS#10), signed with the key to be certified. Only its name, its hosts and its key are
 * ever taken over into a certificate. Immutable and thread-safe.
 */
public final class CertificateRequest {

    public static final String TYPE = "CERTIFICATE REQUEST";

    private final byte[] encoded;
    private final CertifiedName name;
    private final List<Host> hosts;
    private final PublicKey key;

    private CertificateRequest(byte[] encoded, CertifiedName name, List<Host> hosts, PublicKey key) {
        this.encoded = encoded;
        this.name = name;
        this.hosts = hosts;
        this.key = key;
    }

    static CertificateRequest of(KeyPair pair, CertifiedName name, List<Host> hosts) {
        requireHosts(name, hosts);
        try {
            ExtensionsGenerator extensions = new ExtensionsGenerator();
            extensions.addExtension(Extension.subjectAlternativeName, false, alternativeNames(name, hosts));
            JcaPKCS10CertificationRequestBuilder builder =
                    new JcaPKCS10CertificationRequestBuilder(subject(name), pair.getPublic());
            builder.addAttribute(PKCSObjectIdentifiers.pkcs_9_at_extensionRequest, extensions.generate());
            PKCS10CertificationRequest request =
                    builder.build(new JcaContentSignerBuilder(P256.SIGNATURE).build(pair.getPrivate()));
            return new CertificateRequest(request.getEncoded(), name, List.copyOf(hosts), pair.getPublic());
        } catch (IOException | OperatorCreationException e) {
            throw new IllegalStateException("a request for " + name + " cannot be built", e);
        }
    }

    /** A coordinator is dialled, so it has hosts; a site is not. */
    private static void requireHosts(CertifiedName name, List<Host> hosts) {
        boolean coordinator = name.role() == Role.COORDINATOR;
        if (coordinator == hosts.isEmpty()) {
            throw new IllegalArgumentException(
                    coordinator
                            ? "a coordinator's certificate must name the hosts under which sites reach it, named none"
                            : "a site's certificate must name no hosts, because no one dials it");
        }
    }

    /** A plain common name for people; programs read the alternative names. */
    static X500Name subject(CertifiedName name) {
        return new X500Name("CN=" + name.name() + ",OU=hedgerow " + name.role().word());
    }

    static GeneralNames alternativeNames(CertifiedName name, List<Host> hosts) {
        List<GeneralName> names = new ArrayList<>();
        names.add(new GeneralName(GeneralName.uniformResourceIdentifier, name.uri()));
        hosts.forEach(host -> names.add(host.generalName()));
        return new GeneralNames(names.toArray(GeneralName[]::new));
    }

    public static CertificateRequest read(Path file) {
        byte[] encoded = Pem.read(file, TYPE, "ask the site for it");
        try {
            return parse(encoded);
        } catch (IOException
                | GeneralSecurityException
                | OperatorCreationException
                | PKCSException
                | RuntimeException e) {
            throw new IdentityException(
                    Reason.BAD_REQUEST, file + ": is no request that can be signed: " + Words.reason(e), e);
        }
    }

    private static CertificateRequest parse(byte[] encoded)
            throws IOException, GeneralSecurityException, OperatorCreationException, PKCSException {
        PKCS10CertificationRequest request = new PKCS10CertificationRequest(encoded);
        PublicKey key = P256.publicKey(request.getSubjectPublicKeyInfo().getEncoded());
        if (!request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
            throw new GeneralSecurityException("it was not signed with its own key");
        }
        Extensions extensions = request.getRequestedExtensions();
        GeneralNames names =
                extensions == null ? null : GeneralNames.fromExtensions(extensions, Extension.subjectAlternativeName);
        if (names == null || extensions.getExtensionOIDs().length != 1) {
            throw new GeneralSecurityException("it must ask for alternative names and no other extension");
        }
        CertifiedName name = null;
        List<Host> hosts = new ArrayList<>();
        for (GeneralName one : names.getNames()) {
            Optional<CertifiedName> own = one.getTagNo() == GeneralName.uniformResourceIdentifier
                    ? CertifiedName.ofUri(one.getName().toString())
                    : Optional.empty();
            if (own.isPresent() && name == null) {
                name = own.get();
            } else if (one.getTagNo() == GeneralName.dNSName || one.getTagNo() == GeneralName.iPAddress) {
                hosts.add(SubjectNames.host(one));
            } else {
                throw new GeneralSecurityException("it must ask for one name hedgerow:site:NAME or"
                        + " hedgerow:coordinator:NAME, and hosts, asks for something else, too");
            }
        }
        if (name == null) {
            throw new GeneralSecurityException("it asks for no name hedgerow:site:NAME or hedgerow:coordinator:NAME");
        }
        requireHosts(name, hosts);
        return new CertificateRequest(encoded, name, List.copyOf(hosts), key);
    }

    /** Writes the request as PEM; an older file is replaced. */
    public void write(Path file) {
        Pem.replace(file, TYPE, encoded);
    }

    /** SHA-256 of the whole request, which its owner reads to the authority over the telephone. */
    public Fingerprint fingerprint() {
        return Fingerprint.of(encoded);
    }

    public CertifiedName name() {
        return name;
    }

    /** The hosts at which its owner is dialled; none for a site. */
    public List<String> hosts() {
        return hosts.stream().map(Host::text).toList();
    }

    public List<Host> hostList() {
        return hosts;
    }

    public PublicKey key() {
        return key;
    }
}
