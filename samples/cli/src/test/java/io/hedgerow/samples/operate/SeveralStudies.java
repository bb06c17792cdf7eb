// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.network.FaultyNetwork;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.internal.key.SigningTokens.OpenedKey;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.SiteHome;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.PlannedAlgorithm;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A coordinator and three sites with keys, certificates and rows, and several signed plans for them: those who take
 * part run hub and agent, or one process for each study.
 */
final class SeveralStudies implements AutoCloseable {

    static final int ROUNDS = 6;
    private static final Map<String, String> SHORT_VOTE = Map.of("vote-rounds", "3");

    private final Path directory;
    private final LocalStudy base;
    private final Map<String, Path> plans = new LinkedHashMap<>();
    private final Map<String, FaultyNetwork> networks = new TreeMap<>();
    private final List<Child> children = new ArrayList<>();

    /** With a policy whose budget pays for one study of {@link #spending}. */
    SeveralStudies(Path directory) throws IOException {
        this.directory = directory;
        LocalStudy.Terms terms = new LocalStudy.Terms(
                "dp-gram",
                Map.of(),
                Optional.of(PrivacyRequest.parse("epsilon=2")),
                false,
                4,
                0,
                Duration.ofSeconds(60));
        base = new LocalStudy(directory.resolve("base"), terms, InstantSource.system());
        for (String site : base.create(TestFederation.rows(3))) {
            networks.put(site, new FaultyNetwork());
        }
    }

    List<String> sites() {
        return base.names();
    }

    FaultyNetwork wire(String site) {
        return networks.get(site);
    }

    SiteHome home(String site) {
        return new SiteHome(base.site(site).resolve("home"));
    }

    Path coordinatorData() {
        return directory.resolve("state");
    }

    Path studies() {
        return directory.resolve("studies");
    }

    Path folder(String study) {
        return studies().resolve(study);
    }

    Path plan(String study) {
        return plans.get(study);
    }

    /** Fed-Sparse-BNSL without masks or budget. */
    void plain(String name) throws IOException {
        put(name, "hub", PlannedAlgorithm.of("fed-sparse", SHORT_VOTE), false, false, 600);
    }

    /** The same, in which a site may be late. */
    void patient(String name, int deadline) throws IOException {
        put(name, "hub", PlannedAlgorithm.of("fed-sparse", SHORT_VOTE), false, false, deadline, 2);
    }

    /** The same behind masks. */
    void masked(String name) throws IOException {
        put(name, "hub", PlannedAlgorithm.of("fed-sparse", SHORT_VOTE), false, true, 600);
    }

    /** One private release of every site. */
    void spending(String name, int deadline) throws IOException {
        put(name, "hub", StudyPlan.read(base.plan()).algorithm(), true, false, deadline);
    }

    /** One with so many sites, which are named and do not exist. */
    void crowded(String name, int sites) throws IOException {
        StudyPlan first = StudyPlan.read(base.plan());
        write(new StudyPlan(
                name,
                "hub",
                SiteId.numbered(sites),
                first.variables(),
                PlannedAlgorithm.of("fed-sparse", SHORT_VOTE),
                new PlannedPrivacy.InsecureNoBudget(),
                ROUNDS,
                3,
                Duration.ofMinutes(10),
                3,
                Optional.empty(),
                0));
    }

    /** A plan of another coordinator. */
    void elsewhere(String name) throws IOException {
        put(name, "another", PlannedAlgorithm.of("fed-sparse", SHORT_VOTE), false, false, 60);
    }

    private void put(
            String name, String coordinator, PlannedAlgorithm algorithm, boolean budget, boolean masked, int deadline)
            throws IOException {
        put(name, coordinator, algorithm, budget, masked, deadline, 3);
    }

    private void put(
            String name,
            String coordinator,
            PlannedAlgorithm algorithm,
            boolean budget,
            boolean masked,
            int deadline,
            int quorum)
            throws IOException {
        StudyPlan first = StudyPlan.read(base.plan());
        Optional<PlannedAggregation> masks = masked
                ? Optional.of(new PlannedAggregation(
                        PlannedAggregation.Mode.MALICIOUS, PlannedAggregation.Suite.HYBRID, OptionalInt.empty(), 3, 0))
                : Optional.empty();
        PlannedPrivacy privacy = budget ? first.privacy() : new PlannedPrivacy.InsecureNoBudget();
        StudyPlan plan = new StudyPlan(
                name,
                coordinator,
                first.sites(),
                first.variables(),
                algorithm,
                privacy,
                budget ? first.rounds() : ROUNDS,
                quorum,
                Duration.ofSeconds(deadline),
                quorum,
                masks,
                0);
        write(plan);
    }

    private void write(StudyPlan plan) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("plans").resolve(plan.name()));
        Path file = folder.resolve("study.yaml");
        Files.writeString(file, plan.text());
        Path officer = base.plan().resolveSibling("officer.key");
        SignedDocuments.sign(plan.digest(), officer, DocumentSignatures.beside(file));
        if (plan.secureAggregation().isPresent()) {
            RosterDocument roster = roster();
            roster.write(folder.resolve("roster.yaml"));
            SignedDocuments.sign(roster.digest(), officer, DocumentSignatures.beside(folder.resolve("roster.yaml")));
        }
        try (SigningKey key = SigningKey.load(officer)) {
            Files.writeString(folder.resolve("join.yaml"), LocalRules.rules(plan, key.publicKey()));
        }
        plans.put(plan.name(), file);
    }

    private RosterDocument roster() {
        return new RosterDocument(
                publicKey(base.coordinator()),
                sites().stream()
                        .map(site -> new RosterDocument.Member(
                                new SiteId(site), publicKey(base.site(site).resolve("identity"))))
                        .toList());
    }

    private static PublicSigningKey publicKey(Path identity) {
        try (OpenedKey key = SigningKey.open(new IdentityDirectory(identity), () -> Passphrase.once(new char[0]))) {
            return key.publicKey();
        }
    }

    /** Puts a study into the queue of the hub. */
    Program submitToHub(String study) {
        return Program.run(submission(studies(), study));
    }

    private List<String> submission(Path studies, String study) {
        return List.of(
                "queue",
                "submit",
                "--studies",
                studies.toString(),
                "--study",
                plan(study).toString());
    }

    Path studiesOf(String site) {
        return base.site(site).resolve("studies");
    }

    /** Puts a study into the queue of a site, with its rules. */
    Program submitTo(String site, String study) {
        List<String> words = new ArrayList<>(submission(studiesOf(site), study));
        words.addAll(List.of("--rules", plan(study).resolveSibling("join.yaml").toString()));
        return Program.run(words);
    }

    List<String> hubArguments(String... more) {
        return hubArguments(studies(), more);
    }

    private List<String> hubArguments(Path studies, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "hub",
                "--studies",
                studies.toString(),
                "--identity",
                base.coordinator().toString(),
                "--data",
                coordinatorData().toString(),
                "--listen",
                "127.0.0.1:0"));
        arguments.addAll(List.of(more));
        return arguments;
    }

    /** The hub in a process of its own, which can be killed; agents are led to it. */
    Child hubProcess(String... more) throws Exception {
        return led(
                started(Child.start("hub", output("hub"), -1, "io.hedgerow.samples.cli.Hedgerow", hubArguments(more))));
    }

    /** The hub in this process. */
    Child hub(String... more) throws Exception {
        return led(started(Child.inThisProcess("hub", output("hub"), hubArguments(more))));
    }

    /** A hub of the same data directory in this process, whose queue is another one. */
    Child hubOfNothing() throws Exception {
        return led(started(Child.inThisProcess(
                "hub", output("hub"), hubArguments(Files.createDirectories(directory.resolve("nothing"))))));
    }

    private Path output(String name) {
        return directory.resolve("out").resolve(name + "-" + children.size());
    }

    private Child led(Child child) throws Exception {
        int port = child.port();
        networks.values().forEach(network -> network.leadTo(port));
        return child;
    }

    private Child started(Child child) {
        children.add(child);
        return child;
    }

    private List<String> atSite(String site) {
        Path home = base.site(site);
        return List.of(
                "--site",
                site,
                "--policy",
                home.resolve("policy.yaml").toString(),
                "--identity",
                home.resolve("identity").toString(),
                "--data",
                home.resolve("rows.csv").toString(),
                "--home",
                home(site).path().toString(),
                "--coordinator",
                "127.0.0.1:" + networks.get(site).port());
    }

    /** The agent of a site, in this process. */
    Child agent(String site, String... more) throws IOException {
        return started(Child.inThisProcess(site, output(site), agentArguments(site, more)));
    }

    /** The agent of a site in a process of its own, which can be killed. */
    Child agentProcess(String site, String... more) throws IOException {
        return started(
                Child.start(site, output(site), -1, "io.hedgerow.samples.cli.Hedgerow", agentArguments(site, more)));
    }

    private List<String> agentArguments(String site, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "agent",
                "--studies",
                studiesOf(site).toString(),
                "--rules",
                base.site(site).resolve("join.yaml").toString()));
        arguments.addAll(atSite(site));
        arguments.addAll(List.of(more));
        return arguments;
    }

    /** The command of a site for one study, as every release has it. */
    Child site(String site, String study) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "site",
                "join",
                "--study",
                plan(study).toString(),
                "--rules",
                plan(study).resolveSibling("join.yaml").toString()));
        arguments.addAll(atSite(site));
        signed(study)
                .roster()
                .ifPresent(any -> arguments.addAll(List.of(
                        "--roster", plan(study).resolveSibling("roster.yaml").toString())));
        return started(Child.inThisProcess(site, output(site), arguments));
    }

    SignedPlan signed(String study) {
        return SignedPlan.read(plan(study));
    }

    /** The network that the hub wrote. */
    String network(String study) throws IOException {
        return Files.readString(folder(study).resolve("result").resolve("network.csv"));
    }

    /** What the same plan gives alone in one process, without any of the wire. */
    String networkAlone(String study) throws Exception {
        SignedPlan signed = signed(study);
        return InProcessPlan.text(signed, InProcessPlan.run(signed.plan(), TestFederation.rows(3)));
    }

    @Override
    public void close() throws IOException {
        for (Child child : children) {
            child.process().destroyForcibly();
        }
        for (FaultyNetwork network : networks.values()) {
            network.close();
        }
    }
}
