// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Messages on their way: each behind its length in four bytes. Nothing, one or several of them make a payload. */
final class Envelope {

    private Envelope() {}

    static Payload of(List<? extends Message> messages) {
        List<byte[]> parts =
                messages.stream().map(message -> message.encode().toBytes()).toList();
        int size = parts.stream()
                .mapToInt(part -> Math.addExact(part.length, Integer.BYTES))
                .reduce(0, Math::addExact);
        ByteBuffer out = ByteBuffer.allocate(size);
        parts.forEach(part -> out.putInt(part.length).put(part));
        return Payload.copyOf(out.array());
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
        byte[] bytes = payload.toBytes();
        List<Message> messages = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            int length = bytes.length - at < Integer.BYTES
                    ? -1
                    : ByteBuffer.wrap(bytes).getInt(at);
            at += Integer.BYTES;
            if (!(length >= 1 && length <= bytes.length - at)) {
                throw new ProtocolException("a message must be as long as it says, was not");
            }
            messages.add(decode.apply(Octets.takeOver(Arrays.copyOfRange(bytes, at, at + length))));
            at += length;
        }
        return messages;
    }
}
