package io.hedgerow.secureagg.federation;

import io.hedgerow.secureagg.coordinator.ArchivedSession;
import io.hedgerow.secureagg.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.coordinator.ReleasedSum;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.SessionOffer;
import io.hedgerow.secureagg.message.SessionStart;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A coordinator's disk, whose every write goes through whoever may end the coordinator at it. */
final class RestartDisk implements CoordinatorArchive {

    private final Consumer<Runnable> writing;

    RestartDisk(Consumer<Runnable> writing) {
        this.writing = writing;
    }

    private Optional<ArchivedSession> session = Optional.empty();
    private Optional<ReleasedSum> last = Optional.empty();

    @Override
    public Optional<ArchivedSession> session() {
        return session;
    }

    @Override
    public Optional<ReleasedSum> lastSum() {
        return last;
    }

    @Override
    public void started(SessionOffer offer, SessionStart start, Instant now) {
        writing.accept(() -> session = Optional.of(new ArchivedSession(offer, start, now, 0, List.of(), List.of())));
    }

    private void change(long next, List<Receipt> receipts, List<AbortCertificate> certificates) {
        ArchivedSession now = session.orElseThrow();
        session = Optional.of(new ArchivedSession(now.offer(), now.start(), now.since(), next, receipts, certificates));
    }

    @Override
    public void opening(long slot) {
        ArchivedSession now = session.orElseThrow();
        writing.accept(() -> change(slot + 1, now.receipts(), now.certificates()));
    }

    @Override
    public void settled(AbortCertificate certificate) {
        ArchivedSession now = session.orElseThrow();
        List<AbortCertificate> all = new ArrayList<>(now.certificates());
        all.add(certificate);
        writing.accept(() -> change(now.nextSlot(), now.receipts(), all));
    }

    @Override
    public void released(ReleasedSum sum) {
        ArchivedSession now = session.orElseThrow();
        List<Receipt> all = new ArrayList<>(now.receipts());
        all.add(sum.receipt());
        writing.accept(() -> {
            last = Optional.of(sum);
            change(now.nextSlot(), all, now.certificates());
        });
    }
}
