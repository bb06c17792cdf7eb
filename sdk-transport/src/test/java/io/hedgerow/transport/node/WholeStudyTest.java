// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Traces;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.transport.HostLogs;
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
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From enrolment to a network: coordinator and sites as a program embeds them, over loopback with certificates. */
@Tag("slow")
@Timeout(120)
class WholeStudyTest {

    private static final List<String> SITES = List.of("north", "south", "west");
    private static final String PLAIN = "{id: gram}";
    private static final String PRIVATE =
            "{id: dp-gram, parameters: {rows.north: 200, rows.south: 200, rows.west: 200}}";
    private static final String NO_MASKS = "secureAggregation: none\n";
    private static final String MASKS = "secureAggregation: {mode: malicious, minHonest: 3}\n";
    private static final String BUDGET = "privacy: {epsilon: 1, delta: 1.0e-6, unit: record, adjacency: replace-one}\n";
    private static final String NO_BUDGET = "insecureNoPrivacy: true\n";

    @TempDir
    Path temp;

    private final HostLogs logs = new HostLogs();
    private final InstantSource clock = InstantSource.system();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<SecurityNotice> told = new CopyOnWriteArrayList<>();
    private final List<StudyPlan> plans = new ArrayList<>();
    private String officer = "";

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

    /** An application's log at its finest levels has nothing of what these studies send. */
    @AfterEach
    void stop() {
        threads.shutdownNow();
        String log = logs.text();
        logs.close();
        Traces cells = new Traces();
        for (String name : SITES) {
            rows(name.length()).forEachRow(cells::of);
        }
        assertEquals(Optional.empty(), cells.in(log));
        assertTrue(!log.contains(" DATA: "), "frames are not logged");
    }

    private Path identity(String name) {
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

    private SignedPlan plan(String name, String algorithm, String privacy, String masks) throws IOException {
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
    private Site site(String name) throws IOException {
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
    private static RowSource rows(int seed) {
        Random random = new Random(seed);
        double[][] rows = new double[200][3];
        for (double[] row : rows) {
            row[0] = random.nextGaussian();
            row[1] = 0.9 * row[0] + 0.5 * random.nextGaussian();
            row[2] = 0.9 * row[1] + 0.5 * random.nextGaussian();
        }
        return InMemoryRows.of(new VariableSchema(List.of("a", "b", "c")), rows);
    }

    private CoordinatorNode hub() {
        return new CoordinatorNode(new IdentityDirectory(identity("hub")), temp.resolve("hub/home"), clock)
                .withSecurityNotices(told::add);
    }

    private List<Kind> kinds(String study) {
        return told.stream()
                .filter(notice -> notice.study().equals(study))
                .map(SecurityNotice::kind)
                .toList();
    }

    @Test
    void oneStudyWithABudget_isChargedOnce_andAgainRefused() throws Exception {
        SignedPlan plan = plan("first", PRIVATE, BUDGET, NO_MASKS);
        CompletableFuture<Integer> port = new CompletableFuture<>();
        CoordinatorNode node = hub().listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Future<CoordinatorNode.Finished> result =
                threads.submit(() -> node.run(plan, (listening, links) -> port.complete(listening)));
        List<Future<StudyEnd>> ends = new ArrayList<>();
        Map<String, String> notes = new ConcurrentHashMap<>();
        for (String name : SITES) {
            String address = "127.0.0.1:" + port.get(60, TimeUnit.SECONDS);
            Site site = name.equals("north") ? site(name) : site(name).withAnchors(temp.resolve("anchors-" + name));
            Membership membership = site.join(plan, rows(name.length()), address, told::add);
            ends.add(threads.submit(
                    () -> membership.run(event -> notes.merge(name, event.text(), (all, text) -> all + "\n" + text))));
        }
        assertTrue(result.get(60, TimeUnit.SECONDS).network().isPresent());
        for (Future<StudyEnd> end : ends) {
            assertEquals("first", end.get(60, TimeUnit.SECONDS).study());
        }
        assertEquals(
                Set.of("north"),
                SITES.stream()
                        .filter(name -> notes.getOrDefault(name, "").contains("this is the ledger's first charge"))
                        .collect(Collectors.toSet()),
                "only north has no anchors: " + notes);
        assertTrue(
                kinds("first")
                        .containsAll(List.of(
                                Kind.PROCESS_STARTED,
                                Kind.PLAN_ACCEPTED,
                                Kind.BUDGET_RESERVED,
                                Kind.BUDGET_SPENT,
                                Kind.STUDY_JOINED)),
                told.toString());
        SignedPlan second = plan("second", PRIVATE, BUDGET, NO_MASKS);
        Membership spent =
                site("north").join(second, rows(1), "127.0.0.1:1", told::add).withPatience(Duration.ofSeconds(1));
        assertThrows(RuntimeException.class, () -> spent.run(event -> {}));
        assertEquals(
                0,
                kinds("second").stream()
                        .filter(kind -> kind == Kind.BUDGET_RESERVED)
                        .count());
    }

    private List<SecurityNotice> waits(String reason) {
        return told.stream()
                .filter(notice -> notice.kind() == Kind.STUDY_WAITS)
                .filter(notice -> notice.reason().equals(Optional.of(reason)))
                .toList();
    }

    /** A coordinator to which no site comes, and a site that finds none. */
    @Test
    void endsThatWaitForEachOther_sayTheSameInNoticesAsAtTheConsole() throws Exception {
        SignedPlan plan = plan("waiting", PLAIN, NO_BUDGET, NO_MASKS);
        CoordinatorNode node = hub().listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Future<CoordinatorNode.Finished> result = threads.submit(() -> node.run(plan, (listening, links) -> {}));
        List<String> console = new CopyOnWriteArrayList<>();
        Membership alone = site("north").join(plan, rows(1), "127.0.0.1:1", told::add);
        Future<StudyEnd> end = threads.submit(() -> alone.run(event -> {
            if (event.kind() == SiteEvent.Kind.WAITING) {
                console.add(event.text());
            }
        }));
        while (waits("site-away").size() < SITES.size()
                || waits("coordinator-away").isEmpty()) {
            assertFalse(result.isDone() || end.isDone(), "one of them has ended: " + told);
            Thread.sleep(20); // notices come from threads that say nothing else meanwhile
        }
        alone.close();
        assertThrows(ExecutionException.class, () -> end.get(60, TimeUnit.SECONDS));
        assertEquals(waits("coordinator-away").size(), console.size(), console.toString());
        console.forEach(line -> assertTrue(line.contains("coordinator at 127.0.0.1:1 cannot be reached"), line));
        assertEquals(
                Set.copyOf(SITES),
                waits("site-away").stream()
                        .map(notice -> notice.peer().orElseThrow())
                        .collect(Collectors.toSet()));
    }

    @Test
    void threeStudiesAtOnePort_withOneAgentASite_giveNetworks() throws Exception {
        SignedPlan open = plan("open", PLAIN, NO_BUDGET, NO_MASKS);
        SignedPlan masked = plan("masked", PLAIN, NO_BUDGET, MASKS);
        SignedPlan costly = plan("costly", PRIVATE, BUDGET, NO_MASKS);
        List<SignedPlan> all = List.of(open, masked, costly);
        List<Optional<WeightMatrix>> networks = new ArrayList<>();
        try (CoordinatorPort port = CoordinatorPort.open(
                new IdentityDirectory(identity("hub")),
                temp.resolve("hub/home"),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                3,
                9,
                clock,
                told::add)) {
            CoordinatorNode node = hub().listeningAt(port);
            List<Future<CoordinatorNode.Finished>> results = new ArrayList<>();
            for (SignedPlan plan : all) {
                port.expect(plan);
                results.add(threads.submit(() -> node.run(plan, (listening, links) -> {})));
            }
            List<Future<StudyEnd>> ends = new ArrayList<>();
            for (String name : SITES) {
                SiteAgent agent = new SiteAgent(site(name), told::add);
                for (SignedPlan plan : all) {
                    Membership membership = agent.join(plan, rows(name.length()), "127.0.0.1:" + port.port());
                    ends.add(threads.submit(() -> membership.run(event -> {})));
                }
            }
            for (Future<CoordinatorNode.Finished> result : results) {
                networks.add(result.get(60, TimeUnit.SECONDS).network());
            }
            for (Future<StudyEnd> end : ends) {
                assertTrue(end.get(60, TimeUnit.SECONDS).state().isPresent());
            }
            assertTrue(all.stream().allMatch(node::isTold));
        }
        assertTrue(networks.stream().allMatch(Optional::isPresent));
        assertEquals(networks.get(0), networks.get(1), "behind masks the same sum is found");
        assertEquals(
                SITES.size(),
                kinds("costly").stream()
                        .filter(kind -> kind == Kind.BUDGET_RESERVED)
                        .count());
        assertEquals(
                0,
                kinds("open").stream()
                        .filter(kind -> kind == Kind.BUDGET_RESERVED)
                        .count());
    }

    /** A method may compute a cost of its own, and what the officers signed is the most that is charged. */
    @Test
    void planThatWouldCostMoreThanItPromises_isRefused_andNothingIsCharged() throws Exception {
        SignedPlan promised = plan("dear", PRIVATE, BUDGET.replace("epsilon: 1,", "epsilon: 0.5,"), NO_MASKS);
        Method dearer = plan("dear", PRIVATE, BUDGET, NO_MASKS).method();
        Site site = site("north");
        FilePermissions.createDirectory(site.home().path());
        Optional<SiteBudget.Asked> asked = SiteBudget.ask(site, rows(1), promised, dearer);
        PolicyRefusedException refused = assertThrows(
                PolicyRefusedException.class,
                () -> SiteBudget.open(site, new HomeFiles(), asked, promised, dearer, note -> {})
                        .close());
        assertTrue(String.valueOf(refused.getMessage()).contains("it promises epsilon 0.5"), refused.toString());
        assertEquals(0, LedgerHistory.read(site.home().ledger()).spent().spentEpsilon());
    }

    /** The plan promises more than the policy of zero-out asks for, which keeps the number of rows secret. */
    @Test
    void numberOfRowsThatThePolicyKeeps_isNotCounted() throws Exception {
        SignedPlan plan = plan("counted", PRIVATE, BUDGET, NO_MASKS);
        Site site = site("north");
        FilePermissions.createDirectory(site.home().path());
        double[][] fewer = new double[199][3];
        RowSource rows = InMemoryRows.of(new VariableSchema(List.of("a", "b", "c")), fewer);
        DataException counted = assertThrows(DataException.class, () -> count(site, rows, plan));
        assertTrue(String.valueOf(counted.getMessage()).contains("holds 199"), counted.getMessage());
        Path policy = temp.resolve("north/policy.yaml");
        Files.writeString(policy, Files.readString(policy).replace("replace-one", "zero-out"));
        Site secret = new Site(
                site.name(),
                site.identity(),
                site.rules(),
                site.policy(),
                new SiteHome(temp.resolve("north/secret")),
                clock);
        FilePermissions.createDirectory(secret.home().path());
        count(secret, rows, plan);
    }

    /** One row of each site is outside of the plan's bounds. */
    @Test
    void numberOfRowsThatThePolicyKeeps_isInNoNote() throws Exception {
        SignedPlan plan = plan("noted", PRIVATE, BUDGET, NO_MASKS);
        CompletableFuture<Integer> port = new CompletableFuture<>();
        CoordinatorNode node = hub().listeningAt(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        threads.submit(() -> node.run(plan, (listening, links) -> port.complete(listening)));
        String address = "127.0.0.1:" + port.get(60, TimeUnit.SECONDS);
        Map<String, String> notes = new ConcurrentHashMap<>();
        double[][] outside = new double[200][3];
        outside[0][0] = 20;
        RowSource rows = InMemoryRows.of(new VariableSchema(List.of("a", "b", "c")), outside);
        List<Future<StudyEnd>> ends = new ArrayList<>();
        for (String name : SITES) {
            site(name);
            Path policy = temp.resolve(name).resolve("policy.yaml");
            String kept = name.equals("north") ? "zero-out" : "replace-one";
            Files.writeString(policy, Files.readString(policy).replace("replace-one", kept));
            Membership membership = Site.open(temp.resolve(name)).join(plan, rows, address, told::add);
            ends.add(threads.submit(
                    () -> membership.run(event -> notes.merge(name, event.text(), (all, text) -> all + "\n" + text))));
        }
        for (Future<StudyEnd> end : ends) {
            assertTrue(end.get(60, TimeUnit.SECONDS).state().isPresent());
        }
        assertTrue(notes.get("south").contains("1 of 200 rows have a value outside of the plan's"), notes.get("south"));
        String north = notes.get("north");
        assertTrue(north.contains("more rows than the plan allows have a value outside of the plan's"), north);
        assertFalse(north.contains("200"), north);
    }

    private static void count(Site site, RowSource rows, SignedPlan plan) {
        Optional<SiteBudget.Asked> asked = SiteBudget.ask(site, rows, plan, plan.method());
        try (SiteBudget budget = SiteBudget.open(site, new HomeFiles(), asked, plan, plan.method(), note -> {})) {
            budget.requireUnits(rows, plan.method().solver(site.name()));
        }
    }

    @Test
    void planThatNoOfficerOfTheSiteSigned_isRefusedBeforeAnythingIsOpened() throws Exception {
        SignedPlan plan = plan("other", PLAIN, NO_BUDGET, NO_MASKS);
        try (SigningKey another = SigningKey.create(temp.resolve("another.key"))) {
            officer = another.publicKey().hex();
        }
        Site site = site("north");
        RowSource unread = rows(1);
        assertThrows(PolicyRefusedException.class, () -> site.join(plan, unread, "127.0.0.1:1", told::add));
        assertTrue(kinds("other").contains(Kind.PLAN_REFUSED), told.toString());
    }
}
