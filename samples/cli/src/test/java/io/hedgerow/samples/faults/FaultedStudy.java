// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import io.hedgerow.core.network.FaultyNetwork;
import io.hedgerow.samples.operate.FederationRun;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.SiteHome;
import java.io.IOException;
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
 * A study of a coordinator and sites, each behind a network of its own, and the faults that come when the study has
 * come far enough. Parties whose processes suffer are processes of their own. One thread uses it.
 */
final class FaultedStudy implements AutoCloseable {

    /** Often enough to hit a record or a message, seldom enough to cost nothing. */
    private static final long LOOK_MILLIS = 5;

    /** A site without a coordinator is to end before the harness gives up. */
    private static final String PATIENCE = "--patience=90";

    /** The deadline is for faults, and not for what processes take to start on a busy machine. */
    private static final String START_WINDOW = "--start-window=300";

    private static final int NOWHERE = 0;

    private static final String QUERY = "rows.yaml";

    /** Costs several times as much: most of it is what processes take to start. */
    private static final boolean ALL_PROCESSES = Boolean.getBoolean("faults.processes");

    private final LocalStudy study;
    private final FederationRun commands;
    private final Path directory;
    private final Trace trace;
    private final Map<String, FaultyNetwork> networks = new TreeMap<>();
    private final Map<String, SmallDisk> disks = new TreeMap<>();
    private final Map<String, QueriedRows> sources = new TreeMap<>();
    private final Map<String, Party> parties = new LinkedHashMap<>();
    private final List<String> words = new ArrayList<>();
    private final Thread atExit = new Thread(this::closeQuietly, "faulted-study");
    private int ledStart;

    FaultedStudy(Path directory, StudySetting setting, Trace trace) throws IOException {
        this(directory, setting, false, trace);
    }

    /** {@code queried}: whether the rows are in databases. */
    FaultedStudy(Path directory, StudySetting setting, boolean queried, Trace trace) throws IOException {
        this.directory = directory;
        this.trace = trace;
        this.study = new LocalStudy(directory.resolve("study"), setting.terms(), InstantSource.system());
        this.commands = new FederationRun(directory, study, Optional.empty(), Optional.empty());
        List<String> sites = study.create(setting.rows());
        Path outputs = directory.resolve("outputs");
        parties.put(Party.COORDINATOR, new Party(Party.COORDINATOR, outputs, this::coordinatorWords, trace));
        for (String site : sites) {
            networks.put(site, new FaultyNetwork());
            parties.put(site, new Party(site, outputs, () -> siteWords(site), trace));
        }
        if (queried) {
            for (String site : sites) {
                Path home = study.site(site);
                sources.put(site, QueriedRows.of(home.resolve("rows.csv"), home.resolve(QUERY)));
                parties.get(site).hasSource();
            }
        }
        if (ALL_PROCESSES) {
            parties.values().forEach(party -> party.ownProcess(true));
        }
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    private List<String> coordinatorWords() {
        List<String> all = new ArrayList<>(commands.coordinator(result()));
        all.add(START_WINDOW);
        all.addAll(words);
        return all;
    }

    private List<String> siteWords(String site) {
        List<String> all = new ArrayList<>(
                commands.site(site, String.valueOf(networks.get(site).port())));
        all.add(PATIENCE);
        if (sources.containsKey(site)) {
            all.set(all.indexOf("--data") + 1, study.site(site).resolve(QUERY).toString());
        }
        return all;
    }

    Path result() {
        return directory.resolve("result");
    }

    SignedPlan plan() {
        return SignedPlan.read(study.plan(), study.roster());
    }

    List<String> sites() {
        return List.copyOf(networks.keySet());
    }

    SiteHome home(String site) {
        return new SiteHome(study.site(site).resolve("home"));
    }

    Party party(String name) {
        return parties.get(name);
    }

    List<Party> parties() {
        return List.copyOf(parties.values());
    }

    /** The bytes that the networks of the sites carried so far. */
    Map<String, Long> carried() {
        Map<String, Long> carried = new TreeMap<>();
        networks.forEach((site, network) -> carried.put(site, network.carried()));
        return carried;
    }

    /** The bytes that came from the sources of the sites so far. */
    Map<String, Long> queried() {
        Map<String, Long> queried = new TreeMap<>();
        sources.forEach((site, source) -> queried.put(site, source.carried()));
        return queried;
    }

    /** Makes all parties run in this process from now on, which starts them sooner. */
    void inThisProcess() {
        parties.values().forEach(party -> party.ownProcess(false));
    }

    /** The faults of a case, at the parties that they are for. */
    List<Injection> injections(List<Fault> faults) throws IOException, InterruptedException {
        List<Injection> injections = new ArrayList<>();
        for (Fault fault : faults) {
            if (fault.kind().isOfProcess()) {
                parties.get(fault.party()).ownProcess(true);
            }
            if (fault.kind().needsDisk() && !disks.containsKey(fault.party())) {
                boolean coordinator = fault.party().equals(Party.COORDINATOR);
                disks.put(
                        fault.party(),
                        new SmallDisk(
                                coordinator
                                        ? study.coordinator().resolve("state")
                                        : home(fault.party()).path()));
            }
            injections.add(new Injection(
                    fault,
                    new Injection.Target(
                            parties.get(fault.party()),
                            Optional.ofNullable(networks.get(fault.party())),
                            Optional.ofNullable(disks.get(fault.party())),
                            Optional.ofNullable(sources.get(fault.party()))),
                    trace));
        }
        return injections;
    }

    /**
     * Starts every party and goes on until all have ended.
     *
     * @param expected what is carried without faults
     * @param more words for the coordinator
     * @return whether all ended within the time
     */
    boolean run(List<Injection> injections, Carried expected, List<String> more, Duration longest)
            throws IOException, InterruptedException {
        words.clear();
        words.addAll(more);
        for (Party party : parties.values()) {
            party.begin();
        }
        // sites that find nothing to dial wait the longer, the more often they have tried
        Party coordinator = parties.get(Party.COORDINATOR);
        List<Party> waiting = parties.values().stream()
                .filter(party -> !party.equals(coordinator))
                .toList();
        waiting.forEach(Party::hold);
        ledStart = 0;
        long end = System.nanoTime() + longest.toNanos();
        while (true) {
            lead();
            if (ledStart > 0 || coordinator.ended().isPresent()) {
                waiting.forEach(Party::letGo);
                waiting = List.of();
            }
            for (Injection injection : injections) {
                injection.look(progress(injection.fault(), expected));
            }
            for (Party party : parties.values()) {
                party.look();
            }
            if (parties.values().stream().allMatch(party -> party.ended().isPresent())) {
                break;
            }
            if (System.nanoTime() > end) {
                trace.add("not all have ended within " + longest.toSeconds() + " s");
                return false;
            }
            Thread.sleep(LOOK_MILLIS); // processes, their files and bytes on the way cannot be waited for at once
        }
        for (Injection injection : injections) {
            injection.lift();
        }
        return true;
    }

    /** Leads the networks to a coordinator that has begun to listen. */
    private void lead() throws IOException {
        Party coordinator = parties.get(Party.COORDINATOR);
        if (!coordinator.isAlive()) {
            // its port may soon be another process's
            networks.values().forEach(network -> network.leadTo(NOWHERE));
        } else if (coordinator.starts() != ledStart) {
            OptionalInt port = coordinator.port();
            if (port.isPresent()) {
                ledStart = coordinator.starts();
                networks.values().forEach(network -> network.leadTo(port.getAsInt()));
            }
        }
    }

    /**
     * Bytes by site.
     *
     * @param networks of the sites, in both directions
     * @param sources that came from databases
     */
    record Carried(Map<String, Long> networks, Map<String, Long> sources) {
        static final Carried NOTHING = new Carried(Map.of(), Map.of());
    }

    private double progress(Fault fault, Carried expected) {
        if (fault.kind().isOfSource()) {
            long all = expected.sources().getOrDefault(fault.party(), 0L);
            return all == 0 ? 0 : (double) sources.get(fault.party()).carried() / all;
        }
        long carried = 0;
        long all = 0;
        for (Map.Entry<String, FaultyNetwork> one : networks.entrySet()) {
            if (fault.party().equals(Party.COORDINATOR) || fault.party().equals(one.getKey())) {
                carried += one.getValue().carried();
                all += expected.networks().getOrDefault(one.getKey(), 0L);
            }
        }
        return all == 0 ? 0 : (double) carried / all;
    }

    private void closeQuietly() {
        try {
            end();
        } catch (IOException e) {
            // this process ends: what is left is a mounted file system, with its files in it
            return;
        }
    }

    /** Ends what still runs; files stay. */
    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // this process ends, and so does all that it has started
            return;
        }
        end();
    }

    private void end() throws IOException {
        parties.values().forEach(Party::close);
        IOException first = null;
        List<AutoCloseable> open = new ArrayList<>(networks.values());
        open.addAll(disks.values());
        open.addAll(sources.values());
        disks.clear();
        for (AutoCloseable one : open) {
            try {
                one.close();
            } catch (Exception e) {
                first = first == null ? new IOException(e) : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
