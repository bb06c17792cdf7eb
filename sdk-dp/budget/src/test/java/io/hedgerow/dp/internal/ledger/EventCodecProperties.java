// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.ledger.LedgerFixtures;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Events and rounds are read back as they were written, to the last bit. */
class EventCodecProperties {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Any positive finite bit pattern. */
    private static Arbitrary<Double> parameters() {
        return Arbitraries.longs()
                .between(1, Double.doubleToLongBits(Double.MAX_VALUE))
                .map(Double::longBitsToDouble);
    }

    private static Arbitrary<MechanismEvent> calls() {
        Arbitrary<Long> counts = Arbitraries.longs().between(1, Long.MAX_VALUE);
        return Combinators.combine(parameters(), counts, Arbitraries.integers().between(0, 3))
                .as((parameter, count, kind) -> switch (kind) {
                    case 0 -> new MechanismEvent.Gaussian(parameter, count);
                    case 1 -> new MechanismEvent.Selection(parameter, count);
                    case 2 -> new MechanismEvent.Laplace(parameter, count);
                    default -> new MechanismEvent.PureDp(parameter, count);
                });
    }

    private static Arbitrary<MechanismEvent> events(int depth) {
        return depth == 0
                ? calls()
                : Arbitraries.oneOf(
                        calls(),
                        events(depth - 1).list().ofMinSize(1).ofMaxSize(3).map(MechanismEvent.Sequence::new));
    }

    @Property(tries = 300)
    void rounds_areReadBackAsTheyWereWritten(@ForAll("rounds") List<MechanismEvent> rounds) throws IOException {
        String text = EventCodec.writeRounds(rounds).toString();
        assertEquals(rounds, EventCodec.readRounds(JSON.readTree(text)));
    }

    @Provide
    Arbitrary<List<MechanismEvent>> rounds() {
        return events(2)
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(events -> events.stream()
                        .flatMap(event -> Collections.nCopies(1 + Math.floorMod(event.hashCode(), 3), event).stream())
                        .toList());
    }

    @Example
    void equalRounds_areWrittenOnce() {
        assertEquals(
                "[[300,[\"gaussian\",0.125,1]],[1,[\"pure\",0.0625,1]]]",
                EventCodec.writeRounds(Stream.concat(
                                        Collections.nCopies(300, LedgerFixtures.GAUSSIAN).stream(),
                                        Stream.of(LedgerFixtures.PURE))
                                .toList())
                        .toString());
    }

    @Example
    void malformedEvents_areRefused() throws IOException {
        for (String text : List.of(
                "[]",
                "{}",
                "1",
                "[\"gaussian\"]",
                "[\"gaussian\",1]",
                "[\"gaussian\",1,1,1]",
                "[\"gaussian\",\"1\",1]",
                "[\"gaussian\",1,1.0]",
                "[\"gaussian\",0,1]",
                "[\"gaussian\",1,99999999999999999999]",
                "[\"telepathy\",1,1]",
                "[\"sequence\"]",
                "[\"sequence\",1]",
                "[\"non-private\",1,1]",
                "[\"sequence\",".repeat(20) + "[\"pure\",1,1]" + "]".repeat(20))) {
            assertThrows(IllegalArgumentException.class, () -> EventCodec.read(JSON.readTree(text)), text);
        }
        for (String text : List.of("[1]", "[[0,[\"pure\",1,1]]]", "[[1000001,[\"pure\",1,1]]]", "[[1]]", "[[1.5,2]]")) {
            assertThrows(IllegalArgumentException.class, () -> EventCodec.readRounds(JSON.readTree(text)), text);
        }
    }
}
