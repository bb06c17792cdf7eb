// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.internal.text.Traces;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What messages, rows and updates say of themselves, and what is said of those that cannot be read: no content. */
class WordsOfMessagesTest {

    private static final SiteId NORTH = new SiteId("north");
    private static final int SIZE = 40;

    private final Random random = new Random(3);

    private double[] secrets() {
        return random.doubles(SIZE, -900_000, 900_000).toArray();
    }

    @Test
    void textFormsOfMessagesAndWhatIsInThem_haveNoContent() {
        double[] values = secrets();
        Traces traces = new Traces().of(values);
        SparseChange change =
                new ChangeCodec(SIZE, CommunicationPolicy.exact()).towards(new double[SIZE], Parameters.copyOf(values));
        Payload payload = new ChangeCodec(SIZE, CommunicationPolicy.exact()).encode(change);
        traces.of(payload.toBytes());
        MessageHeader header = new MessageHeader.OfUpdate(0, "plain");
        List<Object> all = List.of(
                payload,
                change,
                Parameters.copyOf(values),
                new Task("study", 0, 1, payload, Set.of(NORTH)),
                new CoordinatorMessage.Question("study", 0, 7, payload),
                new CoordinatorMessage.Outcome("study", StudyState.CONVERGED, payload),
                new ProtectedUpdate(NORTH, "study", 0, "plain", payload),
                new SiteReply.Answer(NORTH, "study", 0, 7, payload),
                new Update(NORTH, "study", 0, change),
                new Aggregate(0, Set.of(NORTH), Parameters.copyOf(values)),
                new WireMessage(header, payload),
                new Frame.Part(payload.asReadOnlyBuffer()),
                new Frame.Opening(1, header, payload.size(), payload.asReadOnlyBuffer()),
                InMemoryRows.of(new VariableSchema(List.of("a", "b")), new double[][] {
                    {values[0], values[1]}, {values[2], values[3]}
                }));
        for (Object one : all) {
            assertEquals(Optional.empty(), traces.in(one.toString()), () -> one.getClass() + ": " + one);
        }
    }

    /** A message that was cut, or has a wrong byte: the refusal has its place and its size. */
    @Test
    void refusalsOfSpoiltMessages_haveNoContent() {
        ChangeCodec codec = new ChangeCodec(SIZE, CommunicationPolicy.exact());
        double[] values = secrets();
        byte[] good = codec.encode(codec.towards(new double[SIZE], Parameters.copyOf(values)))
                .toBytes();
        byte[] opening = ProtobufMapping.siteBytes(
                new Frame.Opening(1, new MessageHeader.OfUpdate(0, "plain"), good.length, ByteBuffer.wrap(good)));
        Traces traces = new Traces().of(values).of(good);
        int refused = 0;
        for (int k = 0; k < 4000; k++) {
            StringWriter said = new StringWriter();
            try {
                codec.decode(Payload.copyOf(spoilt(good)));
            } catch (ProtocolException e) {
                refused++;
                e.printStackTrace(new PrintWriter(said));
            }
            Frame frame = ProtobufMapping.readSite(spoilt(opening));
            said.append(frame.toString());
            assertEquals(Optional.empty(), traces.in(said.toString()), said::toString);
        }
        assertTrue(refused > 100, "spoilt in " + refused);
    }

    private byte[] spoilt(byte[] good) {
        byte[] bytes = random.nextBoolean() ? good.clone() : Arrays.copyOf(good, random.nextInt(good.length));
        if (bytes.length > 0) {
            bytes[random.nextInt(Math.min(bytes.length, 12))] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
