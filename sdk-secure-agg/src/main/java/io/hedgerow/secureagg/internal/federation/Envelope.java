// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.internal.bytes.ByteReader;
import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Packs messages for transport, each preceded by its length in four bytes. Nothing, one or several of them make a
 * payload.
 */
final class Envelope {

    private Envelope() {}

    static Payload of(List<? extends Message> messages) {
        return of(new byte[0], messages);
    }

    /** Puts messages behind others that {@link #bytes} wrote, for many payloads that begin alike. */
    static Payload of(byte[] first, List<? extends Message> rest) {
        ByteWriter out = new ByteWriter(512 + first.length).raw(first);
        rest.forEach(message -> message.encode().writeTo(out));
        return Payload.copyOf(out.toBytes());
    }

    static byte[] bytes(List<? extends Message> messages) {
        return of(messages).toBytes();
    }

    static Payload of(Message message) {
        return of(List.of(message));
    }

    static List<Message> fromCoordinator(Payload payload) {
        return read(payload, Message::decodeFromCoordinator);
    }

    static List<Message> fromSite(Payload payload, int site) {
        return read(payload, bytes -> Message.decodeFromSite(bytes, site));
    }

    private static List<Message> read(Payload payload, Function<Octets, Message> decode) {
        ByteReader in = new ByteReader(payload.toBytes(), what -> otherLength());
        List<Message> messages = new ArrayList<>();
        while (in.remaining() > 0) {
            Octets bytes = Octets.takeOver(in.block());
            if (bytes.size() == 0) {
                throw otherLength();
            }
            messages.add(decode.apply(bytes));
        }
        return messages;
    }

    private static ProtocolException otherLength() {
        return new ProtocolException("a message must be as long as it says, was not");
    }
}
