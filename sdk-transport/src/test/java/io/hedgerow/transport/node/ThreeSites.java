// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.identity.CertificateAuthority;
import io.hedgerow.transport.internal.identity.Enrolment;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator and three sites that have enrolled, with plans that an officer signs. */
abstract class ThreeSites {

    static final List<String> SITES = List.of("north", "south", "west");
    static final String PLAIN = "{id: gram}";
    static final String PRIVATE = "{id: dp-gram, parameters: {rows.north: 200, rows.south: 200, rows.west: 200}}";
    static final String NO_MASKS = "secureAggregation: none\n";
    static final String MASKS = "secureAggregation: {mode: malicious, minHonest: 3}\n";
    static final String BUDGET = "privacy: {epsilon: 1, delta: 1.0e-6, unit: record, adjacency: replace-one}\n";
    static final String NO_BUDGET = "insecureNoPrivacy: true\n";

    @TempDir
    Path temp;

    final InstantSource clock = InstantSource.system();
    final List<SecurityNotice> told = new CopyOnWriteArrayList<>();
    final List<StudyPlan> plans = new ArrayList<>();
    String officer = "";

    @BeforeEach
    void enrolAll() throws IOException {
        CertificateAuthority authority = CertificateAuthority.init(temp.resolve("authority"), "trial", clock);
        enrol(authority, CertifiedName.coordinator("hub"), identity("hub"), List.of("127.0.0.1"));
        Files.copy(authority.revocations(), new IdentityDirectory(identity("hub")).revocations());
        for (String site : SITES) {
            enrol(authority, CertifiedName.site(site), identity(site), List.of());
        }
        try (SigningKey key = SigningKey.create(temp.resolve("officer.key"))) {
            officer = key.publicKey().hex();
        }
    }

    Path identity(String name) {
        return temp.resolve(name).resolve("identity");
    }

    private void enrol(CertificateAuthority authority, CertifiedName name, Path where, List<String> hosts)
            throws IOException {
        Files.createDirectories(where);
        FilePermissions.createDirectory(where.getParent().resolve("home"));
        IdentityDirectory identity = new IdentityDirectory(where);
        CertificateRequest request = SiteKey.create(identity, name, hosts);
        Path certificate = where.resolve("signed.pem");
        authority
                .sign(request, request.fingerprint(), CertificateAuthority.USUAL_VALIDITY, false)
                .write(certificate);
        Path root = authority.revocations().resolveSibling("authority.pem");
        Enrolment.install(identity, certificate, root, authority.fingerprint(), clock);
        SigningKey.create(identity.signingKey()).close();
    }

    SignedPlan plan(String name, String algorithm, String privacy, String masks) throws IOException {
        Path file = temp.resolve(name + ".yaml");
        Files.writeString(file, """
                format: 1
                name: %s
                coordinator: hub
                sites: [north, south, west]
                variables: {a: [-9, 9], b: [-9, 9], c: [-9, 9]}
                algorithm: %s
                %srounds: 4
                quorum: 3
                deadline: 1m
                minimumCohort: 3
                %s""".formatted(name, algorithm, privacy, masks));
        StudyPlan plan = StudyPlan.read(file);
        plans.add(plan);
        try (SigningKey key = SigningKey.load(temp.resolve("officer.key"))) {
            key.addTo(DocumentSignatures.none(plan.digest())).write(DocumentSignatures.beside(file));
            if (masks.equals(NO_MASKS)) {
                return SignedPlan.read(file);
            }
            List<RosterDocument.Member> members = new ArrayList<>();
            for (String site : SITES) {
                members.add(new RosterDocument.Member(new SiteId(site), publicKey(identity(site))));
            }
            RosterDocument roster = new RosterDocument(publicKey(identity("hub")), members);
            Path beside = temp.resolve(name + "-roster.yaml");
            roster.write(beside);
            key.addTo(DocumentSignatures.none(roster.digest())).write(DocumentSignatures.beside(beside));
            return SignedPlan.read(file, Optional.of(beside));
        }
    }

    private static PublicSigningKey publicKey(Path identity) {
        try (SigningKey key = SigningKey.load(new IdentityDirectory(identity).signingKey())) {
            return key.publicKey();
        }
    }

    /** The site with rules for all plans, and a policy. */
    Site site(String name) throws IOException {
        StringBuilder digests = new StringBuilder();
        for (StudyPlan plan : plans) {
            digests.append(digests.isEmpty() ? "" : ", ")
                    .append('"')
                    .append(plan.digest())
                    .append('"');
        }
        Path directory = temp.resolve(name);
        Files.writeString(directory.resolve("join.yaml"), """
                join:
                  officers: {keys: [%s], threshold: 1}
                  allowedPlans: [%s]
                  minimumCohort: 3
                  secureAggregationRequired: false
                  maxEpsilonPerStudy: 1
                  maxDeltaPerStudy: 1.0e-6
                  insecureNoPrivacyAllowed: true
                  allowedAlgorithms: [gram, dp-gram]
                """.formatted(officer, digests));
        Files.writeString(directory.resolve("policy.yaml"), """
                dataset: {id: rows-%s, rows: 200}
                unit: record
                adjacency: replace-one
                budget: {epsilon: 1, delta: 1.0e-6}
                perStudy: {epsilon: 1, delta: 1.0e-6}
                minimumCohort: 3
                allowedSolvers: [dp-gram, dp-gram-shared-noise]
                """.formatted(name));
        return Site.open(directory);
    }

    /** b follows from a, and c from b. */
    static RowSource rows(int seed) {
        Random random = new Random(seed);
        double[][] rows = new double[200][3];
        for (double[] row : rows) {
            row[0] = random.nextGaussian();
            row[1] = 0.9 * row[0] + 0.5 * random.nextGaussian();
            row[2] = 0.9 * row[1] + 0.5 * random.nextGaussian();
        }
        return InMemoryRows.of(new VariableSchema(List.of("a", "b", "c")), rows);
    }

    List<Kind> kinds(String study) {
        return told.stream()
                .filter(notice -> notice.origin().study().equals(study))
                .map(SecurityNotice::kind)
                .toList();
    }
}
