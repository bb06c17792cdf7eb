// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.grpc.StatusException;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.internal.admission.RefusalNotes;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageAssembler.MessageTooLargeException;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's channel over gRPC: listens, and holds one stream per site. Every message reaches every site once
 * and in order, over broken connections and restarts of either end, as long as the history of tasks is given back to
 * it. The sender of a reply is the site that the certificate names.
 *
 * <p>A reply counts as dealt with when the next one is asked for or a message is sent; until then its site keeps it.
 *
 * <p>Not private: payloads are carried unchanged, inside TLS. Thread-safe, except that one thread at a time may await
 * replies.
 */
public final class GrpcCoordinator implements CoordinatorChannel, AutoCloseable {

    private final CoordinatorOptions options;
    private final Map<SiteId, SiteConnection> lines = new TreeMap<>();
    private final BlockingQueue<SiteConnection.Arrived> replies = new LinkedBlockingQueue<>();
    private final StudyPort port;
    private final boolean alone;
    private SiteConnection.@Nullable Arrived handed;

    /**
     * Listens.
     *
     * @param address where; port 0 takes a free one
     * @param history tasks sent before this process started, in order; empty for a new study
     */
    public GrpcCoordinator(CoordinatorOptions options, InetSocketAddress address, List<Task> history) {
        this(options, history, door -> StudyPort.ofOne(options, address, door), true);
    }

    public GrpcCoordinator(CoordinatorOptions options, StudyPort shared, List<Task> history) {
        this(
                options,
                history,
                door -> shared.enter(options.pin().study(), options.sites().size(), door),
                false);
    }

    private GrpcCoordinator(
            CoordinatorOptions options,
            List<Task> history,
            Function<CoordinatorStream.Door, StudyPort> entrance,
            boolean alone) {
        this.options = options;
        this.alone = alone;
        String incarnation = UUID.randomUUID().toString();
        for (SiteId site : options.sites()) {
            SiteConnection line = new SiteConnection(
                    site, options.pin(), options.settings(), incarnation, replies::add, options.clock());
            history.forEach(line::post);
            lines.put(site, line);
        }
        this.port = entrance.apply(new SiteDoor(options, lines));
    }

    @Override
    public Set<SiteId> sites() {
        return options.sites();
    }

    @Override
    public Set<SiteId> excluded() {
        Set<SiteId> sites = new TreeSet<>();
        lines.forEach((site, line) -> {
            if (line.isExcluded()) {
                sites.add(site);
            }
        });
        return sites;
    }

    public int port() {
        return port.port();
    }

    @Override
    public void broadcast(CoordinatorMessage message) {
        check(message);
        settle();
        lines.values().forEach(line -> line.post(message));
    }

    @Override
    public void send(SiteId site, CoordinatorMessage.Question question) {
        check(question);
        SiteConnection line = line(site);
        settle();
        line.post(question);
    }

    private SiteConnection line(SiteId site) {
        SiteConnection line = lines.get(site);
        if (line == null) {
            throw new IllegalArgumentException("site must be one of " + options.sites() + ", was " + site.value());
        }
        return line;
    }

    @Override
    public void recall(List<Task> tasks) {
        tasks.forEach(this::check);
        lines.values().forEach(line -> line.recall(tasks));
    }

    /**
     * Knows of a task that is sent when enough sites are there. Sites that took it before this coordinator was started
     * again are let in, because they are among those that it waits for.
     */
    public void expect(Task task) {
        check(task);
        lines.values().forEach(line -> line.expect(task));
    }

    private void check(CoordinatorMessage message) {
        String study = message instanceof Task task
                ? task.study()
                : message instanceof CoordinatorMessage.Outcome outcome
                        ? outcome.study()
                        : ((CoordinatorMessage.Question) message).study();
        if (!study.equals(options.pin().study())) {
            throw new IllegalArgumentException(
                    "a message must be of study " + options.pin().study() + ", was of " + study);
        }
        int size = WireMessage.of(message).payload().size();
        if (size > options.settings().messageLimit()) {
            throw new MessageTooLargeException(size, options.settings().messageLimit());
        }
    }

    @Override
    public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
        settle();
        SiteConnection.Arrived arrived = replies.poll(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        if (arrived == null) {
            return Optional.empty();
        }
        synchronized (replies) {
            handed = arrived;
        }
        arrived.line().handedOver();
        return Optional.of(arrived.reply());
    }

    private void settle() {
        SiteConnection.Arrived last;
        synchronized (replies) {
            last = handed;
            handed = null;
        }
        if (last != null) {
            last.line().taken(last);
        }
    }

    /** Waits until every site has taken every message, such as the outcome, and says whether all have. */
    public boolean awaitDelivery(Duration timeout) throws InterruptedException {
        return awaitDelivery(timeout, true);
    }

    /** Waits until every connected site has taken every message, and says whether all have, absent ones included. */
    public boolean awaitDeliveryToConnected(Duration timeout) throws InterruptedException {
        return awaitDelivery(timeout, false);
    }

    private boolean awaitDelivery(Duration timeout, boolean alsoAbsent) throws InterruptedException {
        settle();
        long end = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
        boolean all = true;
        for (SiteConnection line : lines.values()) {
            all &= line.awaitDelivery(Math.max(0, end - System.nanoTime()), alsoAbsent);
        }
        return all;
    }

    public List<SiteLink> links() {
        return lines.values().stream().map(SiteConnection::link).toList();
    }

    /** Excludes a site: it learns this now and whenever it dials, and no delivery waits for it. */
    public void exclude(SiteId site) {
        SiteConnection line = line(site);
        line.exclude();
        options.listener().changed(line.link());
    }

    /** Tells every site, now and when it comes back, which sites keep the study waiting. The newest list counts. */
    public void notice(List<Hindrance> hindrances) {
        List<Hindrance> told = List.copyOf(hindrances.subList(0, Math.min(Frame.MOST_HINDERED, hindrances.size())));
        lines.values().forEach(line -> line.notice(told));
    }

    @Override
    public void close() {
        if (!alone) {
            port.leave(options.pin().study()); // before the streams end: a site that comes back at once finds no one
        }
        lines.values().forEach(SiteConnection::close);
        if (alone) {
            port.close();
        }
    }

    /** Admits the study's sites and rejects all others. */
    private record SiteDoor(CoordinatorOptions options, Map<SiteId, SiteConnection> lines)
            implements CoordinatorStream.Door {

        @Override
        public SiteConnection admit(SiteId site, Frame.Hello hello) throws StatusException {
            Hindrance.Kind said = hello.hindrance().orElse(null);
            SiteConnection line = lines.get(site);
            if (said != null
                    && line != null
                    && hello.study().equals(options.pin().study())) {
                hindered(line, said);
            }
            return judged(site, hello);
        }

        @Override
        public void refused(SiteId site, Frame.Hello hello, Refusal refusal) {
            SiteConnection line = lines.get(site);
            if (line != null) {
                refusal.hindrance().ifPresent(why -> hindered(line, why));
            }
        }

        private void hindered(SiteConnection line, Hindrance.Kind why) {
            if (line.hindered(why)) {
                changed(line);
            }
        }

        private SiteConnection judged(SiteId site, Frame.Hello hello) throws StatusException {
            if (!hello.versions().contains(FederationMethods.VERSION)) {
                throw RefusalStatus.exception(
                        Refusal.VERSION_MISMATCH,
                        "the coordinator speaks version " + FederationMethods.VERSION + " of hedgerow, the site "
                                + hello.versions() + ": install matching releases at both ends");
            }
            if (!hello.study().equals(options.pin().study())) {
                throw RefusalStatus.exception(
                        Refusal.FOREIGN_STUDY,
                        "this coordinator runs study " + options.pin().study() + ", the site asked for " + hello.study()
                                + ": check the coordinator's address and the site's plan");
            }
            SiteConnection line = lines.get(site);
            if (line == null) {
                throw RefusalStatus.exception(
                        Refusal.UNKNOWN_SITE,
                        "the certificate names site " + site.value()
                                + ", which is not part of study "
                                + options.pin().study()
                                + ": ask the coordinator's operator to add it to the plan, or use the certificate "
                                + "of a site that is");
            }
            StudyPin theirs = new StudyPin(
                    hello.study(), hello.planDigest(), options.pin().revision());
            if (!theirs.equals(options.pin())) {
                throw RefusalStatus.exception(
                        Refusal.PLAN_MISMATCH,
                        "the site has pinned plan " + theirs.digestStart()
                                + ", the coordinator runs plan " + options.pin().digestStart()
                                + ": compare the plan files and approve the coordinator's one");
            }
            Optional<String> mismatch =
                    StudyPin.mismatch(hello.revision(), options.pin().revision());
            if (mismatch.isPresent()) {
                throw RefusalStatus.exception(Refusal.VERSION_MISMATCH, mismatch.get());
            }
            line.check(hello);
            return line;
        }

        @Override
        public void changed(SiteConnection line) {
            if (lines.containsValue(line)) { // or it is of an earlier run of this study
                options.listener().changed(line.link());
            }
        }

        @Override
        public Optional<RefusalNotes> notes(Frame.Hello hello) {
            return Optional.of(
                    new RefusalNotes(options.security(), options.pin().study()));
        }
    }
}
