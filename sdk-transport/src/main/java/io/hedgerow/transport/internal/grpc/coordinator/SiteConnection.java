// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.grpc.StatusException;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.Inbox;
import io.hedgerow.transport.internal.link.LinkMeter;
import io.hedgerow.transport.internal.link.Outbox;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageHeader;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The coordinator's end of the connection to one site, across reconnections. Thread-safe. */
final class SiteConnection {

    /** More processes of one site than this are not told apart from new ones. */
    private static final int REMEMBERED = 256;

    private static final String CLOSING = "the coordinator is shutting down: the site comes back by itself";

    private final SiteId site;
    private final StudyPin pin;
    private final WireSettings settings;
    private final String incarnation;
    private final Consumer<Arrived> arrivals;
    private final Clock clock;
    private final LinkMeter meter = new LinkMeter();
    private final History history = new History();
    private final List<Task> recalled = new ArrayList<>();
    private final Set<String> retired = new LinkedHashSet<>();
    private final Map<Long, CoordinatorMessage.Question> questions = new HashMap<>();

    private String siteIncarnation = "";
    private Outbox outbox;
    private Inbox inbox;
    private long numbered;
    private int waiting;
    /** Tasks that the site must have taken over, because updates of it are in a sum or have arrived. */
    private int owed;
    /** Rounds that have begun, with that of a task that is sent when enough sites are there. */
    private int expected;

    private boolean held;
    private boolean closed;
    private List<Hindrance> notice = List.of();
    private long connections;
    private @Nullable Instant seen;
    private @Nullable CoordinatorStream stream;
    private SelfReport reported = SelfReport.none();
    private Optional<Hindrance.Kind> hindrance = Optional.empty();

    SiteConnection(
            SiteId site,
            StudyPin pin,
            WireSettings settings,
            String incarnation,
            Consumer<Arrived> arrivals,
            Clock clock) {
        this.site = site;
        this.pin = pin;
        this.settings = settings;
        this.incarnation = incarnation;
        this.arrivals = arrivals;
        this.clock = clock;
        this.outbox = new Outbox(settings.partSize());
        this.inbox = new Inbox(settings.messageLimit(), 0);
    }

    String study() {
        return pin.study();
    }

    record Arrived(SiteConnection line, String siteIncarnation, long number, SiteReply reply) {}

    /**
     * Tasks of rounds that are over. They go out with the message behind them, over a stream whose welcome says that
     * they are over: a site that has not got them must not take the last for an open one.
     */
    synchronized void recall(List<Task> tasks) {
        recalled.addAll(tasks);
        if (stream != null && !tasks.isEmpty()) {
            stream.refuse(Refusal.NOT_READY, notReady());
        }
    }

    /** Lets in a site that took a task before this coordinator was started again, which is sent later. */
    synchronized void expect(Task task) {
        expected = Math.max(expected, task.round() + 1);
    }

    private String notReady() {
        return "the coordinator has started again and reads its journal: the site comes back by itself";
    }

    synchronized void post(CoordinatorMessage message) {
        List<Task> earlier = List.copyOf(recalled);
        recalled.clear();
        earlier.forEach(this::append);
        append(message);
    }

    private void append(CoordinatorMessage message) {
        history.add(message);
        if (message instanceof Task task && task.included().contains(site)) {
            owed = Math.max(owed, task.round());
        }
        if (!siteIncarnation.isEmpty()) {
            enqueue(message);
            pump();
        }
    }

    private void enqueue(CoordinatorMessage message) {
        outbox.add(WireMessage.of(message));
        numbered++;
        if (message instanceof CoordinatorMessage.Question question) {
            questions.put(numbered, question);
        }
    }

    /** Keeps why the site was not let in, or why it says that it ends; returns whether that is news. */
    synchronized boolean hindered(Hindrance.Kind why) {
        boolean news = stream == null && !isExcluded() && !hindrance.equals(Optional.of(why));
        if (news) {
            hindrance = Optional.of(why);
        }
        return news;
    }

    synchronized void exclude() {
        hindrance = Optional.of(Hindrance.Kind.EXCLUDED);
        if (stream != null) {
            stream.refuse(Refusal.EXCLUDED, excluded());
        }
        notifyAll();
    }

    synchronized boolean isExcluded() {
        return hindrance.equals(Optional.of(Hindrance.Kind.EXCLUDED));
    }

    private String excluded() {
        return "study " + pin.study() + " goes on without site " + site.value()
                + ", as the coordinator's operator decided: nothing is asked of the site any more, and what it was"
                + " charged for the study stays charged; ask the operator why";
    }

    /** Whether a site may join as it says; nothing changes. */
    synchronized Frame.Welcome check(Frame.Hello hello) throws StatusException {
        if (closed) { // the port may still listen, for other studies
            throw RefusalStatus.exception(Refusal.CLOSING, CLOSING);
        }
        if (isExcluded()) {
            throw RefusalStatus.exception(Refusal.EXCLUDED, excluded());
        }
        if (hello.hindrance().isPresent()) { // a last word: it joins nothing, so what the site knows does not matter
            return welcome(0, false);
        }
        if (retired.contains(hello.siteIncarnation())) {
            throw RefusalStatus.exception(Refusal.SUPERSEDED, superseded());
        }
        int known = Math.max(history.rounds(), expected);
        if (!recalled.isEmpty() || (hello.tasksTaken() > 0 && known == 0)) {
            throw RefusalStatus.exception(Refusal.NOT_READY, notReady());
        }
        if (hello.tasksTaken() > known) {
            throw RefusalStatus.exception(
                    Refusal.HISTORY_LOST,
                    "site " + site.value() + " has taken over " + hello.tasksTaken()
                            + " tasks, the coordinator knows " + known
                            + ": start the coordinator with the data folder it had");
        }
        boolean sameProcess = hello.siteIncarnation().equals(siteIncarnation);
        if (!sameProcess && hello.tasksTaken() < owed) {
            throw RefusalStatus.exception(
                    Refusal.MEMORY_LOST,
                    "site " + site.value() + " has taken over " + hello.tasksTaken()
                            + " tasks, the coordinator has its updates of " + owed
                            + ": the site's home was lost or is an older copy, or another process answered for it; "
                            + "start the site"
                            + " with the newest home that it had, for without it the site cannot take part in this "
                            + "study any more");
        }
        boolean resumed = sameProcess && hello.coordinatorIncarnation().equals(incarnation);
        long received = sameProcess ? inbox.received() : hello.oldestReply() - 1;
        return welcome(received, resumed);
    }

    private Frame.Welcome welcome(long received, boolean resumed) {
        return new Frame.Welcome(
                FederationMethods.VERSION, incarnation, received, resumed, history.roundsOver(), pin.revision());
    }

    /**
     * Makes a stream the site's only one: the newest wins, so a dead connection does not lock the site out. False when
     * the sender must be held up, because what earlier connections brought still waits.
     */
    synchronized boolean attach(CoordinatorStream newest, Frame.Hello hello) throws StatusException {
        if (hello.hindrance().isPresent()) {
            throw RefusalStatus.exception(Refusal.MALFORMED, "a hello that says why a site ends joins nothing");
        }
        Frame.Welcome welcome = check(hello);
        if (welcome.resumed()) {
            outbox.resume(hello.received());
        } else {
            startAgain(hello);
        }
        CoordinatorStream old = stream;
        if (old != null) {
            boolean sameProcess = hello.siteIncarnation().equals(siteIncarnation);
            old.refuse(sameProcess ? Refusal.OUT_OF_ORDER : Refusal.SUPERSEDED, superseded());
        }
        if (!hello.siteIncarnation().equals(siteIncarnation)) {
            retire(siteIncarnation);
            siteIncarnation = hello.siteIncarnation();
            inbox = new Inbox(settings.messageLimit(), welcome.received());
        } else {
            inbox = new Inbox(settings.messageLimit(), inbox.received());
        }
        stream = newest;
        hindrance = Optional.empty();
        reported = hello.reported();
        connections++;
        held = waiting >= settings.window();
        newest.welcome(welcome);
        newest.send(new Frame.Notice(notice));
        pump();
        return !held;
    }

    private void startAgain(Frame.Hello hello) {
        outbox = new Outbox(settings.partSize());
        numbered = 0;
        questions.clear();
        history.after(hello.tasksTaken()).forEach(this::enqueue);
    }

    private void retire(String old) {
        if (old.isEmpty()) {
            return;
        }
        retired.add(old);
        if (retired.size() > REMEMBERED) {
            retired.remove(retired.iterator().next());
        }
    }

    private String superseded() {
        return "another process of site " + site.value()
                + " has connected since: run one process per site and study, stop this one";
    }

    /** Takes a frame of the present stream; false when the sender must be held up. */
    synchronized boolean accept(CoordinatorStream from, Frame frame) {
        if (from != stream) {
            return true;
        }
        seen = clock.instant();
        if (frame instanceof Frame.Taken taken) {
            outbox.wasTaken(taken.number());
            questions.entrySet().removeIf(question -> {
                boolean done = question.getKey() <= taken.number();
                if (done) {
                    history.dealtWith(question.getValue());
                }
                return done;
            });
            notifyAll();
            return true;
        }
        if (frame instanceof Frame.Opening opening && opening.number() <= inbox.received()) {
            from.repeated(opening.number());
        }
        Optional<WireMessage> complete = inbox.accept(frame);
        if (complete.isPresent()) {
            WireMessage wireMessage = complete.get();
            MessageHeader.FromSite header = (MessageHeader.FromSite) wireMessage.header();
            SiteReply reply = header.with(site, pin.study(), wireMessage.payload());
            if (reply instanceof ProtectedUpdate) {
                // an update of a round that no one began would lock out the site's next process
                owed = Math.max(owed, Math.min(reply.round() + 1, history.rounds()));
            }
            meter.received(wireMessage);
            waiting++;
            arrivals.accept(new Arrived(this, siteIncarnation, inbox.received(), reply));
        }
        held = waiting >= settings.window();
        return !held;
    }

    synchronized void handedOver() {
        waiting--;
        if (held && stream != null) {
            held = false;
            stream.requestNext();
        }
    }

    synchronized void taken(Arrived arrived) {
        if (arrived.siteIncarnation().equals(siteIncarnation)) {
            outbox.say(arrived.number());
            pump();
        }
    }

    synchronized void ready(CoordinatorStream from) {
        if (from == stream) {
            pump();
        }
    }

    synchronized void notice(List<Hindrance> hindrances) {
        notice = hindrances;
        if (stream != null) {
            stream.send(new Frame.Notice(hindrances));
        }
    }

    /** Whether this was the site's stream until now: an end is told in more than one way, and a newer stream stays. */
    synchronized boolean detach(CoordinatorStream gone) {
        boolean was = gone == stream;
        if (was) {
            stream = null;
            notifyAll();
        }
        return was;
    }

    synchronized boolean awaitDelivery(long nanoseconds, boolean alsoAbsent) throws InterruptedException {
        long end = System.nanoTime() + nanoseconds;
        while (!isExcluded()
                && (siteIncarnation.isEmpty() ? history.rounds() > 0 || history.roundsOver() > 0 : !outbox.isEmpty())) {
            long left = end - System.nanoTime();
            if (left <= 0 || (stream == null && !alsoAbsent)) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    synchronized SiteLink link() {
        return new SiteLink(
                site,
                stream != null,
                connections,
                seen,
                meter.traffic(),
                reported,
                hindrance.map(kind -> new Hindrance(site, kind)));
    }

    synchronized void close() {
        closed = true;
        if (stream != null) {
            stream.refuse(Refusal.CLOSING, CLOSING);
        }
    }

    LinkMeter meter() {
        return meter;
    }

    private void pump() {
        CoordinatorStream current = stream;
        if (current != null) {
            outbox.pump(current::isReady, current::send, meter);
        }
    }
}
