// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.SelfReport;
import io.hedgerow.transport.internal.link.FederationMethods;
import io.hedgerow.transport.internal.link.Inbox;
import io.hedgerow.transport.internal.link.LinkMeter;
import io.hedgerow.transport.internal.link.Outbox;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.wire.Frame;
import io.hedgerow.transport.internal.wire.MessageHeader;
import io.hedgerow.transport.internal.wire.WireMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The ordered messages between a site and its coordinator, across reconnections. Guarded by its owner's lock. */
public final class Conversation {

    private record Arrived(String coordinator, long number, CoordinatorMessage message) {}

    private final StudyPin pin;
    private final WireSettings settings;
    private final SelfReport reported;
    private final LinkMeter meter = new LinkMeter();
    private final String incarnation = UUID.randomUUID().toString();
    private final Outbox outbox;
    private final Deque<Arrived> queue = new ArrayDeque<>();

    private String coordinator = "";
    private Inbox inbox;
    private int tasksTaken;
    private int roundsOver;
    private @Nullable Arrived handed;
    private List<Hindrance> notice = List.of();

    public Conversation(SiteOptions options, int tasksTaken) {
        if (tasksTaken < 0) {
            throw new IllegalArgumentException("tasksTaken must be at least 0, was " + tasksTaken);
        }
        this.pin = options.pin();
        this.settings = options.settings();
        this.reported = options.reported();
        this.tasksTaken = tasksTaken;
        this.outbox = new Outbox(settings.partSize());
        this.inbox = new Inbox(settings.messageLimit(), 0);
    }

    Outbox outbox() {
        return outbox;
    }

    LinkMeter meter() {
        return meter;
    }

    public Frame.Hello hello() {
        return new Frame.Hello(
                List.of(FederationMethods.VERSION),
                pin.study(),
                pin.planDigest(),
                incarnation,
                coordinator,
                inbox.received(),
                tasksTaken,
                outbox.oldest(),
                reported,
                pin.revision(),
                Optional.empty());
    }

    public void begin(Frame frame) {
        if (!(frame instanceof Frame.Welcome welcome)) {
            throw new IllegalArgumentException(
                    frame instanceof Frame.Unreadable unreadable ? unreadable.reason() : "expected a welcome first");
        }
        if (welcome.version() != FederationMethods.VERSION) {
            throw new IllegalArgumentException("the coordinator chose version " + welcome.version()
                    + ", this site speaks " + FederationMethods.VERSION + ": install matching releases at both ends");
        }
        StudyPin.mismatch(pin.revision(), welcome.revision()).ifPresent(said -> {
            throw new RefusedException(Refusal.VERSION_MISMATCH, said);
        });
        if (welcome.resumed() && !welcome.coordinatorIncarnation().equals(coordinator)) {
            throw new IllegalArgumentException("a coordinator that started anew cannot resume");
        }
        outbox.resume(welcome.received());
        if (!welcome.resumed()) {
            outbox.sayNothing();
        }
        coordinator = welcome.coordinatorIncarnation();
        inbox = new Inbox(settings.messageLimit(), welcome.resumed() ? inbox.received() : 0);
        roundsOver = welcome.roundsOver();
    }

    void accept(Frame frame) {
        if (frame instanceof Frame.Taken taken) {
            outbox.wasTaken(taken.number());
            return;
        }
        if (frame instanceof Frame.Notice said) {
            notice = said.hindrances();
            return;
        }
        if (frame instanceof Frame.Unreadable unreadable) {
            throw new IllegalArgumentException(unreadable.reason());
        }
        Optional<WireMessage> complete = inbox.accept(frame);
        if (complete.isPresent()) {
            WireMessage wireMessage = complete.get();
            MessageHeader.FromCoordinator header = (MessageHeader.FromCoordinator) wireMessage.header();
            CoordinatorMessage message = header.with(pin.study(), wireMessage.payload());
            meter.received(wireMessage);
            if (message instanceof Task task) {
                tasksTaken = Math.max(tasksTaken, task.round() + 1);
            }
            queue.add(new Arrived(coordinator, inbox.received(), message));
        }
    }

    /** The last notice of the coordinator: which sites keep the study waiting. */
    List<Hindrance> notice() {
        return notice;
    }

    boolean isFull() {
        return queue.size() >= settings.window();
    }

    boolean hasMessage() {
        return !queue.isEmpty();
    }

    CoordinatorMessage take() {
        Arrived next = queue.remove();
        handed = next;
        return next.message();
    }

    /** The message that was handed over last has been dealt with. */
    void settle() {
        Arrived last = handed;
        handed = null;
        if (last != null && last.coordinator().equals(coordinator)) {
            outbox.say(last.number());
        }
    }

    /** The message that was handed over last is not dealt with. */
    void leave() {
        handed = null;
    }

    /** Whether the round of the message handed over last is over, as far as this end knows. */
    boolean isOvertaken() {
        Arrived last = handed;
        if (last == null) {
            return false;
        }
        int round = last.message() instanceof Task task ? task.round() : Integer.MAX_VALUE;
        if (round < roundsOver) {
            return true;
        }
        for (Arrived later : queue) {
            if (later.message() instanceof CoordinatorMessage.Outcome
                    || (later.message() instanceof Task next && next.round() >= round)
                    || (later.message() instanceof CoordinatorMessage.Question question && question.round() > round)) {
                return true;
            }
        }
        return false;
    }

    void pump(SiteStream stream) {
        outbox.pump(stream::isReady, stream::send, meter);
    }
}
