// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.grpc.Server;
import io.grpc.StatusException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.internal.admission.ConnectionLimits;
import io.hedgerow.transport.internal.admission.RefusalNotes;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions.PortOptions;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.wire.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One listening port of a coordinator. A call belongs to the study that its hello names, and reaches no other: a stream
 * stays with the door that let it in. A study that is expected and does not run now lets none of its sites in and has
 * them come again; strangers to it hear what they hear of a study that is not known. Thread-safe.
 */
public final class StudyPort implements CoordinatorStream.Door, AutoCloseable {

    private final Map<String, Entry> running = new HashMap<>();
    private final Map<String, Set<SiteId>> expected = new HashMap<>();
    private boolean complete;
    private final EndRequests requests;
    private final ConnectionLimits limits;
    private final ServerThreads threads;
    private final Server server;

    private record Entry(int sites, CoordinatorStream.Door door) {}

    private StudyPort(
            PortOptions options,
            ConnectionLimits limits,
            InetSocketAddress address,
            LongSupplier nanos,
            Optional<Entry> only) {
        this.requests = new EndRequests(nanos);
        this.limits = limits;
        this.threads = new ServerThreads(options, limits);
        this.server = threads.start(address, only.map(Entry::door).orElse(this));
    }

    /** Listens for one study, whose door judges every call. */
    static StudyPort ofOne(CoordinatorOptions options, InetSocketAddress address, CoordinatorStream.Door door) {
        int sites = options.sites().size();
        return new StudyPort(
                options.port(),
                ConnectionLimits.ofThisProcess(sites),
                address,
                System::nanoTime,
                Optional.of(new Entry(sites, door)));
    }

    /**
     * Listens for several studies.
     *
     * @param most studies that run at a time, for whose files there must be room
     * @param known studies that are expected or run at a time
     * @param nanos the time that has passed, as {@link System#nanoTime}
     */
    public static StudyPort open(
            PortOptions options, InetSocketAddress address, int most, int known, LongSupplier nanos) {
        return new StudyPort(options, ConnectionLimits.ofStudies(most, known), address, nanos, Optional.empty());
    }

    public int port() {
        return server.getPort();
    }

    /** The most sites of all studies that run at a time, for whose connections there is room. */
    public int mostSites() {
        return limits.mostSites();
    }

    synchronized StudyPort enter(String study, int sites, CoordinatorStream.Door door) {
        int others = running.values().stream().mapToInt(Entry::sites).sum();
        if (others + sites > mostSites()) {
            throw new UncheckedIOException(new IOException("study " + study + " must find room for the connections of "
                    + sites + " sites beside the " + others + " of the studies that run, there is room for "
                    + mostSites() + ": let fewer studies run at once, or raise the limit of the process, ulimit -n"));
        }
        if (running.containsKey(study)) {
            throw new IllegalStateException("a study must run once at a time, " + study + " runs already");
        }
        running.put(study, new Entry(sites, door));
        requests.begin(study);
        return this;
    }

    synchronized void leave(String study) {
        running.remove(study);
        requests.end(study);
    }

    /** Has the sites of a study come again while it does not run; what they asked before does not count. */
    public synchronized void expect(String study, Set<SiteId> sites) {
        requests.forget(study);
        expected.put(study, Set.copyOf(sites));
    }

    /**
     * All studies are expected that sites may ask for, so others are refused from now on. Until then no study is
     * unknown: one that asks while they are still being read comes again.
     */
    public synchronized void allExpected() {
        complete = true;
    }

    /** Studies may be asked for that are not expected yet: until {@link #allExpected} no study is unknown again. */
    public synchronized void moreExpected() {
        complete = false;
    }

    /** Ends {@link #expect}: its sites hear that the study is not here. */
    public synchronized void forget(String study) {
        expected.remove(study);
        requests.forget(study);
    }

    /**
     * The expected studies of which sites that have taken part have dialled in vain since the last call; without sites
     * that a run of the study has answered a short time ago.
     */
    public synchronized Set<String> asked() {
        return requests.take();
    }

    private synchronized boolean isComplete() {
        return complete;
    }

    private synchronized Optional<CoordinatorStream.Door> door(String study) {
        return Optional.ofNullable(running.get(study)).map(Entry::door);
    }

    /** Whether a site's study is expected; notes that it asked, if it has taken part before. */
    private synchronized boolean isExpected(SiteId site, Frame.Hello hello) {
        boolean is = expected.getOrDefault(hello.study(), Set.of()).contains(site);
        if (is && hello.tasksTaken() > 0) {
            requests.add(hello.study(), site);
        }
        return is;
    }

    @Override
    public SiteConnection admit(SiteId site, Frame.Hello hello) throws StatusException {
        Optional<CoordinatorStream.Door> door = door(hello.study());
        if (door.isPresent()) {
            return door.get().admit(site, hello);
        }
        if (isExpected(site, hello)) {
            throw RefusalStatus.exception(
                    Refusal.NOT_READY,
                    "study " + hello.study() + " does not run at the moment: the site comes back by itself");
        }
        if (!isComplete()) {
            throw RefusalStatus.exception(
                    Refusal.NOT_READY,
                    "the coordinator does not know all of its studies at the moment: the site comes back by itself");
        }
        throw RefusalStatus.exception(
                Refusal.FOREIGN_STUDY,
                "this coordinator has no study " + RefusalStatus.shown(hello.study()) + " with site " + site.value()
                        + " now: check the coordinator's address and the site's plan, or ask the coordinator's"
                        + " operator whether the study has ended");
    }

    @Override
    public void refused(SiteId site, Frame.Hello hello, Refusal refusal) {
        door(hello.study()).ifPresent(door -> door.refused(site, hello, refusal));
    }

    @Override
    public void changed(SiteConnection line) {
        door(line.study()).ifPresent(door -> door.changed(line));
    }

    @Override
    public Optional<RefusalNotes> notes(Frame.Hello hello) {
        return door(hello.study()).flatMap(door -> door.notes(hello));
    }

    @Override
    public void close() {
        threads.stop(server);
    }

    /**
     * Tracks sites that ask for the end of a study that is no longer running. A run of the study answers them. A site
     * that asks again is heard a minute after the run, and each time after four times as long, at most a day: one that
     * never accepts the answer cannot keep its study running. Other sites of the study are heard as before. Not
     * thread-safe.
     */
    private static final class EndRequests {

        private static final long FIRST_PAUSE = TimeUnit.MINUTES.toNanos(1);
        private static final long LONGEST_PAUSE = TimeUnit.DAYS.toNanos(1);

        private final LongSupplier nanos;
        private final Map<String, Map<SiteId, Pause>> pauses = new HashMap<>();
        private final Map<String, Set<SiteId>> waiting = new HashMap<>();
        private final Set<String> fresh = new TreeSet<>();

        private record Pause(long until, long length) {}

        EndRequests(LongSupplier nanos) {
            this.nanos = nanos;
        }

        void add(String study, SiteId site) {
            Pause pause = pauses.getOrDefault(study, Map.of()).get(site);
            if (pause == null || nanos.getAsLong() - pause.until() >= 0) {
                waiting.computeIfAbsent(study, unasked -> new HashSet<>()).add(site);
                fresh.add(study);
            }
        }

        /** A run of the study begins: what was asked before is heard. */
        void begin(String study) {
            fresh.remove(study);
        }

        /** A run of the study is over, which has answered all that asked before it. */
        void end(String study) {
            fresh.remove(study);
            Set<SiteId> answered = waiting.remove(study);
            if (answered != null) {
                Map<SiteId, Pause> own = pauses.computeIfAbsent(study, unasked -> new HashMap<>());
                for (SiteId site : answered) {
                    Pause before = own.get(site);
                    long length = before == null ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, 4 * before.length());
                    own.put(site, new Pause(nanos.getAsLong() + length, length));
                }
            }
        }

        /** Drops what was asked of a study, and its pauses. */
        void forget(String study) {
            pauses.remove(study);
            waiting.remove(study);
            fresh.remove(study);
        }

        /** The studies of which a site has asked since the last call. */
        Set<String> take() {
            Set<String> names = Set.copyOf(fresh);
            fresh.clear();
            return names;
        }
    }
}
