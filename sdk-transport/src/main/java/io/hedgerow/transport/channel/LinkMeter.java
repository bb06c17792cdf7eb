package io.hedgerow.transport.channel;

import io.hedgerow.transport.wire.Letter;
import java.util.concurrent.atomic.LongAdder;

/** Counts what goes over the connections to one peer. Thread-safe. */
final class LinkMeter {

    private final LongAdder messagesIn = new LongAdder();
    private final LongAdder messagesOut = new LongAdder();
    private final LongAdder payloadIn = new LongAdder();
    private final LongAdder payloadOut = new LongAdder();
    private final LongAdder wireIn = new LongAdder();
    private final LongAdder wireOut = new LongAdder();

    void received(Letter letter) {
        messagesIn.increment();
        payloadIn.add(letter.payload().size());
    }

    void sent(long payload) {
        messagesOut.increment();
        payloadOut.add(payload);
    }

    void read(long bytes) {
        wireIn.add(bytes);
    }

    void written(long bytes) {
        wireOut.add(bytes);
    }

    /** Takes over what another meter counted on the wire before the peer was known. */
    void addWire(LinkMeter other) {
        wireIn.add(other.wireIn.sum());
        wireOut.add(other.wireOut.sum());
    }

    SiteLink.Traffic traffic() {
        return new SiteLink.Traffic(
                messagesIn.sum(), messagesOut.sum(), payloadIn.sum(), payloadOut.sum(), wireIn.sum(), wireOut.sum());
    }
}
