package io.hedgerow.secureagg.store;

import io.hedgerow.secureagg.coordinator.ArchivedSession;
import io.hedgerow.secureagg.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.coordinator.ReleasedSum;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.Receipt;
import io.hedgerow.secureagg.message.SessionOffer;
import io.hedgerow.secureagg.message.SessionStart;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A coordinator's archive of one study in a directory: {@code sessions} only grows, {@code sum} is replaced with each sum. A record that a
 * crash left unfinished is cut away; damage is refused. Not thread-safe; one process at a time.
 */
public final class FileCoordinatorArchive implements CoordinatorArchive, AutoCloseable {

    private static final String WHAT = "a record of a coordinator's archive";

    private final FrameLog log;
    private final SealedFile sum;
    private final List<Receipt> receipts = new ArrayList<>();
    private final List<AbortCertificate> certificates = new ArrayList<>();
    private @Nullable SessionOffer offer;
    private @Nullable SessionStart start;
    private Instant since = Instant.EPOCH;
    private long nextSlot;
    private Optional<ReleasedSum> last;

    /**
     * Opens a directory.
     *
     * @param directory made when it is not there; of one study only
     * @throws StoreException when a file is damaged, is open elsewhere or cannot be written
     */
    public FileCoordinatorArchive(Path directory) {
        Path home = PrivateFiles.directory(directory);
        log = FrameLog.open(home.resolve("sessions"), "sessions");
        sum = new SealedFile(home.resolve("sum"), "sum");
        log.records().forEach(entry -> Fields.read(entry, WHAT, this::apply));
        Optional<Kept> kept = sum.read().map(entry -> Fields.read(entry, WHAT, FileCoordinatorArchive::decode));
        last = kept.map(Kept::sum);
        kept.filter(one -> one.session().equals(name()))
                .map(one -> one.sum().receipt())
                .filter(this::isNext)
                .ifPresent(this::append);
    }

    private record Kept(Octets session, ReleasedSum sum) {}

    /** Tells this session from others. */
    private Octets name() {
        SessionOffer offered = offer;
        return offered == null ? Octets.empty() : offered.digest();
    }

    /** A crash came between the sum and its receipt. */
    private boolean isNext(Receipt receipt) {
        return receipt.slot() == nextSlot - 1 && receipts.stream().noneMatch(one -> one.slot() == receipt.slot());
    }

    private void append(Receipt receipt) {
        record('R', receipt);
        receipts.add(receipt);
    }

    private void record(char kind, Message message) {
        log.append(Fields.write(out -> {
            out.writeByte(kind);
            Fields.octets(out, message.encode());
        }));
    }

    private boolean apply(DataInputStream in) throws IOException {
        char kind = (char) in.readByte();
        switch (kind) {
            case 'S' ->
                begin(read(SessionOffer.class, in), read(SessionStart.class, in), Instant.ofEpochMilli(in.readLong()));
            case 'O' -> nextSlot = in.readLong() + 1;
            case 'A' -> certificates.add(read(AbortCertificate.class, in));
            case 'R' -> receipts.add(read(Receipt.class, in));
            default -> throw new IllegalArgumentException("a record must be of a known kind, was " + (int) kind);
        }
        return true;
    }

    private void begin(SessionOffer offered, SessionStart started, Instant now) {
        offer = offered;
        start = started;
        since = now;
        nextSlot = 0;
        receipts.clear();
        certificates.clear();
    }

    private static <M extends Message> M read(Class<M> kind, DataInputStream in) throws IOException {
        return kind.cast(Message.decodeFromCoordinator(Fields.octets(in)));
    }

    private static Kept decode(DataInputStream in) throws IOException {
        Octets session = Fields.octets(in);
        Octets value = Fields.octets(in);
        Receipt receipt = read(Receipt.class, in);
        return new Kept(session, new ReleasedSum(value, receipt, Fields.octets(in), Fields.octets(in)));
    }

    @Override
    public Optional<ArchivedSession> session() {
        SessionOffer offered = offer;
        SessionStart started = start;
        return offered == null || started == null
                ? Optional.empty()
                : Optional.of(new ArchivedSession(offered, started, since, nextSlot, receipts, certificates));
    }

    @Override
    public Optional<ReleasedSum> lastSum() {
        return last;
    }

    @Override
    public void started(SessionOffer offered, SessionStart started, Instant now) {
        log.append(Fields.write(out -> {
            out.writeByte('S');
            Fields.octets(out, offered.encode());
            Fields.octets(out, started.encode());
            out.writeLong(now.toEpochMilli());
        }));
        begin(offered, started, now);
    }

    @Override
    public void opening(long slot) {
        log.append(Fields.write(out -> {
            out.writeByte('O');
            out.writeLong(slot);
        }));
        nextSlot = slot + 1;
    }

    @Override
    public void settled(AbortCertificate certificate) {
        record('A', certificate);
        certificates.add(certificate);
    }

    @Override
    public void released(ReleasedSum released) {
        Octets receipt = released.receipt().encode();
        sum.write(Fields.write(out -> {
            Fields.octets(out, name());
            Fields.octets(out, released.value());
            Fields.octets(out, receipt);
            Fields.octets(out, released.lanes());
            Fields.octets(out, released.total());
        }));
        last = Optional.of(released);
        append(released.receipt());
    }

    @Override
    public void close() {
        log.close();
    }
}
