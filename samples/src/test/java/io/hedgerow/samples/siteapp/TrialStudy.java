package io.hedgerow.samples.siteapp;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Coordinator;
import io.hedgerow.core.federation.InsecurePlainUpload;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.StudyResult;
import io.hedgerow.core.method.FederatedMethod;
import io.hedgerow.core.protocol.Payload;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Study;
import io.hedgerow.transport.channel.CoordinatorOptions;
import io.hedgerow.transport.channel.GrpcCoordinator;
import io.hedgerow.transport.channel.StudyPin;
import io.hedgerow.transport.channel.WireTls;
import io.hedgerow.transport.identity.CertificateAuthority;
import io.hedgerow.transport.identity.CertificateRequest;
import io.hedgerow.transport.identity.CertifiedName;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.Enrolment;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.SigningKey;
import io.hedgerow.transport.identity.SiteKey;
import io.hedgerow.transport.identity.TlsMaterial;
import io.hedgerow.transport.identity.TrustSettings;
import io.hedgerow.transport.status.StatusBoard;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** A signed plan, certificates of a real authority, and a coordinator in this process. */
final class TrialStudy {

    static final String HOST = "127.0.0.1";
    static final List<String> SITES = List.of("north", "south", "west");

    private final Path folder;
    private final CertificateAuthority authority;
    private final InstantSource clock = InstantSource.system();
    final StudyPlan plan;
    final DocumentSignatures signatures;
    private final String rules;

    TrialStudy(Path folder) throws IOException {
        this.folder = folder;
        authority = CertificateAuthority.init(folder.resolve("authority"), "trial", clock);
        plan = StudyPlan.parse("trial", """
                format: 1
                name: pressure-2031
                coordinator: hub
                sites: [north, south, west]
                variables: {age: [0, 120], dose: [0, 50], pressure: [40, 250]}
                algorithm: {id: fed-sparse}
                insecureNoPrivacy: true
                rounds: 15
                quorum: 3
                deadline: 2m
                minimumCohort: 3
                secureAggregation: none
                """.getBytes(StandardCharsets.UTF_8));
        try (SigningKey officer = SigningKey.create(folder.resolve("officer.key"))) {
            signatures = DocumentSignatures.none(plan.digest()).plus(officer);
            rules = "join:\n  officers: {keys: [" + officer.publicKey().hex() + "], threshold: 1}\n"
                    + "  allowedPlans: [\"" + plan.digest() + "\"]\n"
                    + "  secureAggregationRequired: false\n  insecureNoPrivacyAllowed: true\n"
                    + "  maxEpsilonPerStudy: 1\n  maxDeltaPerStudy: 0\n  allowedAlgorithms: [fed-sparse]\n";
        }
        enrol(CertifiedName.coordinator("hub"), folder.resolve("hub"), List.of(HOST));
        Files.copy(authority.revocations(), new IdentityDirectory(folder.resolve("hub")).revocations());
        for (String site : SITES) {
            enrol(CertifiedName.site(site), folder.resolve(site).resolve("identity"), List.of());
        }
    }

    private void enrol(CertifiedName name, Path where, List<String> hosts) throws IOException {
        Files.createDirectories(where);
        IdentityDirectory identity = new IdentityDirectory(where);
        CertificateRequest request = SiteKey.create(identity, name, hosts);
        Path certificate = where.resolve("signed.pem");
        authority
                .sign(request, request.fingerprint(), Duration.ofDays(1), false)
                .write(certificate);
        Path root = folder.resolve("authority").resolve("authority.pem");
        Enrolment.install(identity, certificate, root, authority.fingerprint(), clock);
    }

    StudyMember member(String site) {
        return member(site, rules);
    }

    StudyMember member(String site, String otherRules) {
        return new StudyMember(
                new SiteId(site),
                home(site),
                SiteRules.parse("rules", otherRules.getBytes(StandardCharsets.UTF_8)),
                clock);
    }

    String rules() {
        return rules;
    }

    Path home(String site) {
        return folder.resolve(site);
    }

    GrpcCoordinator listen(StatusBoard board) {
        IdentityDirectory identity = new IdentityDirectory(folder.resolve("hub"));
        TrustSettings trust = TrustSettings.forCoordinator(identity, clock);
        TlsMaterial own = TlsMaterial.load(identity, CertifiedName.coordinator("hub"), trust);
        StudyPin pin = new StudyPin(
                plan.name(),
                Payload.copyOf(HexFormat.of().parseHex(plan.digest().hex())));
        CoordinatorOptions options = CoordinatorOptions.of(
                        pin,
                        Set.copyOf(plan.sites()),
                        new WireTls(own.keyManager(), trust.trustSites()),
                        chain -> new SiteId(trust.require(List.of(chain), CertifiedName.Role.SITE)
                                .name()))
                .with(board);
        GrpcCoordinator coordinator =
                new GrpcCoordinator(options, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of());
        board.follow(coordinator::links);
        return coordinator;
    }

    StudyResult coordinate(GrpcCoordinator channel, StatusBoard board, RoundObserver observer)
            throws InterruptedException {
        return coordinate(channel, new InsecurePlainUpload(StudyMeans.study(plan)), board, observer);
    }

    StudyResult coordinate(GrpcCoordinator channel, Aggregator aggregator, StatusBoard board, RoundObserver observer)
            throws InterruptedException {
        Study study = StudyMeans.study(plan);
        StudyResult result = new Coordinator(
                        study,
                        board.watch(channel),
                        aggregator,
                        FederatedMethod.FED_SPARSE.newGlobalSolver(
                                study.schema().size(), StudyMeans.settings(plan)),
                        (report, consensus) -> {
                            board.roundEnded(report, consensus);
                            observer.roundEnded(report, consensus);
                        },
                        System::nanoTime)
                .run();
        channel.awaitDelivery(Duration.ofSeconds(30));
        board.ended(result);
        return result;
    }
}
