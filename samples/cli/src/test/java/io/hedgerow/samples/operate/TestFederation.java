// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.network.FaultyNetwork;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.samples.output.SchemaCheck;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.EgressLog.EgressTotals;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.SiteHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A small study with a network of its own for every site. Parties to which nothing is done run in this process, with
 * the same command line, files and connections; the others are processes.
 */
public final class TestFederation implements AutoCloseable {

    static final int VARIABLES = 5;
    public static final int ROWS = 200;
    static final int ROUNDS = 6;
    private static final Map<String, String> SHORT_VOTE = Map.of("vote-rounds", "3");
    private static final int NO_LIMIT = -1;
    private static final Duration CHARGED_WITHIN = Duration.ofMinutes(1);
    private static final String PROGRAM = "io.hedgerow.samples.cli.Hedgerow";

    private final Path directory;
    private final LocalStudy study;
    private final FederationRun commands;
    private final List<String> sites;
    private final Map<String, FaultyNetwork> networks = new TreeMap<>();
    private final List<Child> children = new ArrayList<>();
    private int results;
    private volatile int port;

    private TestFederation(Path directory, LocalStudy.Terms terms, int sites) throws IOException {
        this(directory, terms, rows(sites));
    }

    private TestFederation(Path directory, LocalStudy.Terms terms, List<RowSource> shares) throws IOException {
        this.directory = directory;
        this.study = new LocalStudy(directory, terms, InstantSource.system());
        this.commands = new FederationRun(directory, study, Optional.empty(), Optional.empty());
        this.sites = study.create(shares);
        for (String site : this.sites) {
            networks.put(site, new FaultyNetwork());
        }
    }

    /** Fed-Sparse-BNSL without masks or budget. */
    static TestFederation plain(Path directory, int sites, int quorum, int deadline) throws IOException {
        return open(directory, sites, false, quorum, deadline);
    }

    /** The same behind masks. */
    static TestFederation masked(Path directory, int sites, int quorum, int deadline) throws IOException {
        return open(directory, sites, true, quorum, deadline);
    }

    private static TestFederation open(Path directory, int sites, boolean masked, int quorum, int deadline)
            throws IOException {
        Duration patience = Duration.ofSeconds(deadline);
        return of(
                directory,
                new LocalStudy.Terms("fed-sparse", SHORT_VOTE, Optional.empty(), masked, ROUNDS, quorum, patience),
                sites);
    }

    /** Private rounds behind masks. */
    static TestFederation maskedWithNoise(Path directory, int sites, int deadline) throws IOException {
        return spending(directory, sites, "dp-fed-sparse", Map.of("local-iterations", "5"), true, deadline);
    }

    /** One private release of every site. */
    static TestFederation budgeted(Path directory, int sites, boolean masked, int deadline) throws IOException {
        return spending(directory, sites, "dp-gram", Map.of(), masked, deadline);
    }

    private static TestFederation spending(
            Path directory, int sites, String algorithm, Map<String, String> parameters, boolean masked, int deadline)
            throws IOException {
        Optional<BudgetRequest> budget = Optional.of(PrivacyRequest.parse("epsilon=2"));
        Duration patience = Duration.ofSeconds(deadline);
        return of(directory, new LocalStudy.Terms(algorithm, parameters, budget, masked, 4, 0, patience), sites);
    }

    /** Any study. */
    static TestFederation of(Path directory, LocalStudy.Terms terms, int sites) throws IOException {
        return new TestFederation(directory, terms, sites);
    }

    /** The same with rows of the test's own. */
    static TestFederation of(Path directory, LocalStudy.Terms terms, List<RowSource> shares) throws IOException {
        return new TestFederation(directory, terms, shares);
    }

    public static List<RowSource> rows(int sites) {
        SimulatedSites simulated = SimulatedSites.of(new ErdosRenyi(VARIABLES, VARIABLES))
                .sites(sites)
                .rowsPerSite(ROWS)
                .seed(5)
                .build();
        List<RowSource> rows = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            rows.add(simulated.rows(p));
        }
        return rows;
    }

    List<String> sites() {
        return sites;
    }

    LocalStudy study() {
        return study;
    }

    SiteHome home(String site) {
        return new SiteHome(study.site(site).resolve("home"));
    }

    FaultyNetwork network(String site) {
        return networks.get(site);
    }

    int rounds() {
        return SignedPlan.read(study.plan(), study.roster()).method().study().rounds();
    }

    String planName() {
        return SignedPlan.read(study.plan(), study.roster()).plan().name();
    }

    /** The coordinator as a user starts it, in this process. Sites are led to it. */
    Child coordinator(String... more) throws Exception {
        results++;
        List<String> arguments = new ArrayList<>(coordinatorArguments());
        arguments.addAll(List.of(more));
        return led(started(Child.inThisProcess("coordinator", directory.resolve("coordinator-" + results), arguments)));
    }

    /** A coordinator in a process of its own, which can be killed. */
    Child coordinatorProcess(String... more) throws Exception {
        return led(coordinator(NO_LIMIT, PROGRAM, List.of(), more));
    }

    /** A coordinator whose clock is off, and which may not come as far as to listen. */
    Child coordinatorWithClockOff(Duration skew) throws Exception {
        return listening(coordinator(NO_LIMIT, SkewedProgram.class.getName(), List.of(skew.toString())));
    }

    /** A coordinator whose files may have so many kibibytes and no more. It may not come as far as to listen. */
    Child coordinatorOnFullDisk(int kibibytes, String... more) throws Exception {
        return listening(coordinator(kibibytes, PROGRAM, List.of(), more));
    }

    /** A coordinator that may have so many files and connections open, and no more. */
    Child coordinatorWithDescriptors(int most) throws Exception {
        results++;
        return led(started(Child.limited(
                "coordinator",
                directory.resolve("coordinator-" + results),
                "-n " + most,
                PROGRAM,
                coordinatorArguments())));
    }

    private Child listening(Child child) throws Exception {
        while (child.process().isAlive() && !child.errors().contains("listening on port ")) {
            Thread.sleep(20); // a file that another process writes cannot be waited for
        }
        return child.errors().contains("listening on port ") ? led(child) : child;
    }

    /** A coordinator that ends without notice at a point, see {@link HaltingCoordinator}. */
    Child coordinatorHalting(String point) throws Exception {
        return led(coordinator(NO_LIMIT, HaltingCoordinator.class.getName(), List.of(point)));
    }

    private Child coordinator(int limit, String main, List<String> before, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(before);
        results++;
        arguments.addAll(coordinatorArguments());
        arguments.addAll(List.of(more));
        return started(Child.start("coordinator", directory.resolve("coordinator-" + results), limit, main, arguments));
    }

    private Child led(Child child) throws Exception {
        port = child.port();
        networks.values().forEach(network -> network.leadTo(port));
        return child;
    }

    /** A site as a user starts it, in this process. */
    Child site(String site, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(siteArguments(site));
        arguments.addAll(List.of(more));
        return started(Child.inThisProcess(site, siteOutput(site), arguments));
    }

    /** A site in a process of its own, which can be killed. */
    Child siteProcess(String site) throws IOException {
        return site(site, NO_LIMIT, PROGRAM, List.of());
    }

    private Path siteOutput(String site) {
        return study.site(site).resolve("out-" + children.size());
    }

    /** All sites, in order. */
    List<Child> everySite() throws IOException {
        List<Child> all = new ArrayList<>();
        for (String site : sites) {
            all.add(site(site));
        }
        return all;
    }

    /** The whole study in this process, without its networks, see {@link StudyInOneProcess#run}: how parties ended. */
    Map<String, Program> inThisProcess() throws Exception {
        results++;
        return StudyInOneProcess.run(commands, lastResult(), sites);
    }

    /** A site that ends without notice at a point, see {@link HaltingSite}. */
    Child siteHalting(String site, String point) throws IOException {
        return site(site, NO_LIMIT, HaltingSite.class.getName(), List.of(point));
    }

    /** A site whose clock is off. */
    Child siteWithClockOff(String site, Duration skew, String... more) throws IOException {
        return site(site, NO_LIMIT, SkewedProgram.class.getName(), List.of(skew.toString()), more);
    }

    /** A site whose files may have so many kibibytes and no more. */
    Child siteOnFullDisk(String site, int kibibytes) throws IOException {
        return site(site, kibibytes, PROGRAM, List.of());
    }

    private Child site(String site, int limit, String main, List<String> before, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(before);
        arguments.addAll(siteArguments(site));
        arguments.addAll(List.of(more));
        return started(Child.start(site, siteOutput(site), limit, main, arguments));
    }

    List<String> siteArguments(String site) {
        return commands.site(site, String.valueOf(networks.get(site).port()));
    }

    List<String> coordinatorArguments() {
        return commands.coordinator(directory.resolve("result-" + results));
    }

    /** Where the newest coordinator listens. */
    int port() {
        return port;
    }

    private Child started(Child child) {
        children.add(child);
        return child;
    }

    /** Sites that have dialled are as good as there. */
    void awaitDialled(String... dialling) throws InterruptedException {
        for (String site : dialling) {
            while (networks.get(site).attempts() == 0) {
                Thread.sleep(20); // a counter of another thread, asked seldom enough to cost nothing
            }
        }
    }

    /** Where the coordinator keeps what it must not forget. */
    Path coordinatorData() {
        return study.coordinator().resolve("state");
    }

    Path lastResult() {
        return directory.resolve("result-" + results);
    }

    JsonNode json() throws IOException {
        JsonNode document =
                new ObjectMapper().readTree(lastResult().resolve("result.json").toFile());
        assertEquals(List.of(), SchemaCheck.ofResult().problems(document));
        return document;
    }

    String state() throws IOException {
        return json().get("state").asText();
    }

    String networkFile() throws IOException {
        return Files.readString(lastResult().resolve("network.csv"));
    }

    /** What the same plan gives in one process, without any of the wire. */
    String networkInProcess() throws Exception {
        SignedPlan signed = SignedPlan.read(study.plan(), study.roster());
        return InProcessPlan.text(signed, InProcessPlan.run(signed.plan(), rows(sites.size())));
    }

    /** What the solutions give that the sites noted: with noise, nothing else is the same twice. */
    String networkOfSolutions() throws Exception {
        SignedPlan signed = SignedPlan.read(study.plan(), study.roster());
        Map<SiteId, Path> journals = new TreeMap<>();
        sites.forEach(site -> journals.put(new SiteId(site), home(site).journal(planName())));
        return InProcessPlan.text(signed, NotedSolutions.run(signed, journals));
    }

    EgressTotals egress(String site) {
        return EgressLog.verify(home(site).egress());
    }

    /** What the site's security log says, without its header. */
    List<String> securityEvents(String site) throws IOException {
        return Files.readAllLines(home(site).security()).stream().skip(1).toList();
    }

    LedgerHistory ledger(String site) {
        return LedgerHistory.read(home(site).ledger());
    }

    /** Waits until a running site's ledger shows a cost. */
    void awaitCharged(String site) throws InterruptedException {
        long end = System.nanoTime() + CHARGED_WITHIN.toNanos();
        while (!isCharged(site)) {
            assertTrue(System.nanoTime() < end, site + " was not charged");
            Thread.sleep(20); // a file that another process writes cannot be waited for
        }
    }

    private boolean isCharged(String site) {
        try {
            return Files.exists(home(site).ledger()) && ledger(site).spent().spentEpsilon() > 0;
        } catch (LedgerException e) { // read in the middle of a record, or before the first one
            return false;
        }
    }

    /** No round was answered with two results, and with a budget none was computed twice. */
    void requireNothingComputedTwice(String site, boolean budget) {
        AnsweredRounds.of(site, home(site).journal(planName())).requireOnce(budget);
    }

    /** Makes the journal of a site that was killed one of a site that was killed when it handed rows on. */
    void noteReading(String site, int round) {
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(home(site).journal(planName()), 0)) {
            while (journal.next().isPresent()) {}
            journal.append(new SiteRecord.Reading(round));
        }
    }

    /** The study was charged once, every round was drawn at most once, and what left is covered. */
    void requireSpentOnce(String site) {
        boolean sent =
                Files.exists(home(site).egress()) && egress(site).bytesByType().getOrDefault("update", 0L) > 0;
        SpentOnce.require(site, ledger(site), sent);
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
