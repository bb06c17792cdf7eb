// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.SiteLink;
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
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A coordinator and sites with certificates, keys and files in a directory, for studies over loopback. */
final class Consortium implements AutoCloseable {

    private static final long LONGEST_SECONDS = 100;

    private final Path directory;
    private final InstantSource clock = InstantSource.system();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final String officer;

    Consortium(Path directory, List<String> sites) throws IOException {
        this.directory = directory;
        CertificateAuthority authority = CertificateAuthority.init(directory.resolve("authority"), "trial", clock);
        enrol(authority, CertifiedName.coordinator("hub"), "hub", List.of("127.0.0.1"));
        Files.copy(authority.revocations(), new IdentityDirectory(identity("hub")).revocations());
        for (String site : sites) {
            enrol(authority, CertifiedName.site(site), site, List.of());
        }
        try (SigningKey key = SigningKey.create(directory.resolve("officer.key"))) {
            officer = key.publicKey().hex();
        }
    }

    Path identity(String name) {
        return directory.resolve(name).resolve("identity");
    }

    Path home(String name) {
        return directory.resolve(name).resolve("home");
    }

    private void enrol(CertificateAuthority authority, CertifiedName name, String where, List<String> hosts)
            throws IOException {
        Path files = identity(where);
        Files.createDirectories(files);
        FilePermissions.createDirectory(home(where));
        IdentityDirectory identity = new IdentityDirectory(files);
        CertificateRequest request = SiteKey.create(identity, name, hosts);
        Path certificate = files.resolve("signed.pem");
        authority
                .sign(request, request.fingerprint(), CertificateAuthority.USUAL_VALIDITY, false)
                .write(certificate);
        Path root = authority.revocations().resolveSibling("authority.pem");
        Enrolment.install(identity, certificate, root, authority.fingerprint(), clock);
        SigningKey.create(identity.signingKey()).close();
    }

    /** Signs a plan and, where it has masks, its roster. */
    SignedPlan sign(String text) throws IOException {
        StudyPlan plan = StudyPlan.parse("plan", text.getBytes(StandardCharsets.UTF_8));
        Path file = directory.resolve(plan.name() + ".yaml");
        Files.writeString(file, text);
        try (SigningKey key = SigningKey.load(directory.resolve("officer.key"))) {
            key.addTo(DocumentSignatures.none(plan.digest())).write(DocumentSignatures.beside(file));
            if (plan.secureAggregation().isEmpty()) {
                return SignedPlan.read(file);
            }
            List<RosterDocument.Member> members = new ArrayList<>();
            for (SiteId site : plan.sites()) {
                members.add(new RosterDocument.Member(site, publicKey(identity(site.value()))));
            }
            RosterDocument roster = new RosterDocument(publicKey(identity("hub")), members);
            Path beside = directory.resolve(plan.name() + "-roster.yaml");
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

    /** A site with rules for every signed plan, lines added to them, and a policy; its home may be another one. */
    Site site(String name, String rules, String policy, Path home) throws IOException {
        Path files = directory.resolve(name);
        Files.writeString(files.resolve("join.yaml"), """
                join:
                  officers: {keys: [%s], threshold: 1}
                  allowedPlans: any-signed
                %s""".formatted(officer, rules.indent(2)));
        if (!policy.isEmpty()) {
            Files.writeString(files.resolve("policy.yaml"), policy);
        }
        Site site = Site.open(files);
        return new Site(site.name(), site.identity(), site.rules(), site.policy(), new SiteHome(home), site.clock());
    }

    CoordinatorNode hub() {
        return new CoordinatorNode(new IdentityDirectory(identity("hub")), home("hub"), clock)
                .listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** A coordinator that runs a plan, and where it listens. */
    record Running(Future<CoordinatorNode.Finished> result, String address) {}

    Running run(CoordinatorNode node, SignedPlan plan, CoordinatorNode.Watch watch) throws Exception {
        CompletableFuture<Integer> port = new CompletableFuture<>();
        Future<CoordinatorNode.Finished> result = threads.submit(() -> node.run(plan, new ListeningWatch(watch, port)));
        return new Running(result, "127.0.0.1:" + port.get(LONGEST_SECONDS, TimeUnit.SECONDS));
    }

    Future<StudyEnd> join(Membership membership) {
        return join(membership, event -> {});
    }

    Future<StudyEnd> join(Membership membership, Consumer<SiteEvent> events) {
        return threads.submit(() -> membership.run(events));
    }

    static <T> T get(Future<T> future) throws Exception {
        return future.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private record ListeningWatch(CoordinatorNode.Watch watch, CompletableFuture<Integer> port)
            implements CoordinatorNode.Watch {
        @Override
        public void listening(int where, Supplier<List<SiteLink>> links) {
            port.complete(where);
            watch.listening(where, links);
        }

        @Override
        public void changed(SiteLink link) {
            watch.changed(link);
        }

        @Override
        public void ended(Method.Ended ended) {
            watch.ended(ended);
        }

        @Override
        public void hindered(SiteLink.Hindrance why) {
            watch.hindered(why);
        }
    }
}
