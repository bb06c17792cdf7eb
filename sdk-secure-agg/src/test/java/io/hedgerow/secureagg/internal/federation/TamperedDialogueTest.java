// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Someone on the way flips a bit of a question or an answer: the sum is right or there is none, and what is wrong is
 * dropped.
 */
@Tag("slow")
@org.junit.jupiter.api.Tag("slow")
class TamperedDialogueTest {

    private static final int SITES = 4;
    private static final AggregationPolicy POLICY =
            new AggregationPolicy(Suite.CLASSICAL, CoordinatorTrust.MALICIOUS, OptionalInt.empty(), 2, 3, false, true);
    private static final Study STUDY =
            Sites.study(SITES, CommunicationPolicy.economical(0.3).inSteps(), SITES);

    /** Counts payloads and changes one. */
    private static final class Flip implements UnaryOperator<Payload> {
        private final int at;
        private final long position;
        private int seen;
        private boolean fired;
        private int sums;

        Flip(int at, long position) {
            this.at = at;
            this.position = position;
        }

        @Override
        public Payload apply(Payload payload) {
            byte[] bytes = payload.toBytes();
            if (seen++ == at && bytes.length > 0) {
                int bit = Math.floorMod(position, 8 * bytes.length);
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
                fired = true;
                return Payload.copyOf(bytes);
            }
            return payload;
        }
    }

    private static Flip run(Flip flip) throws InterruptedException {
        SummedStudy sums = SummedStudy.changes(STUDY);
        RestartWorld world = new RestartWorld(SITES, POLICY, sums, Map.of());
        world.line = flip;
        List<String> reasons = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            world.round = round;
            Optional<Aggregate> sum = world.run(reasons);
            if (sum.isEmpty()) {
                assertTrue(
                        !reasons.isEmpty() || !world.refusals().isEmpty(), "a round without a sum must have a reason");
                return flip;
            }
            requireRight(sum.get(), round);
            flip.sums++;
        }
        return flip;
    }

    static void requireRight(Aggregate sum, int round) {
        List<Integer> included = sum.included().stream()
                .map(site -> Integer.parseInt(site.value().substring("site-".length())))
                .toList();
        for (int i = 0; i < sum.sum().size(); i++) {
            int coefficient = i;
            double expected = included.stream()
                    .mapToDouble(site -> RestartWorld.value(site, round, coefficient))
                    .sum();
            assertEquals(expected, sum.sum().get(i), "round " + round);
        }
    }

    @Test
    void aBitOfEveryPayload_isRefusedOrHasNoEffect() throws InterruptedException {
        Flip untouched = run(new Flip(-1, 0));
        assertEquals(2, untouched.sums, "rounds with a sum when nothing is changed");
        Random random = new Random(5);
        int fired = 0;
        for (int at = 0; at < untouched.seen; at += 2 + at % 2) {
            fired += run(new Flip(at, random.nextLong(Long.MAX_VALUE))).fired ? 1 : 0;
        }
        // every second or third of them, and some payloads are empty
        assertTrue(fired > untouched.seen / 4, fired + " changed of " + untouched.seen);
    }

    @Tag("long")
    @Property(tries = 5_000)
    void anyBitOfAnyPayload_isRefusedOrHasNoEffect(@ForAll int at, @ForAll long position) throws InterruptedException {
        Flip flip = new Flip(Math.floorMod(at, 170), position);
        run(flip);
    }
}
