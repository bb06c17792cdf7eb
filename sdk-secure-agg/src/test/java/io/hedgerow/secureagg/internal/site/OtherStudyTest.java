// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.Purpose;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two studies of the same coordinator and sites, with the same keys and roster, as one process of each has them. */
@Tag("slow")
class OtherStudyTest {

    private static final long[][] INPUTS = {{1, 1}, {2, 1}, {4, 1}};

    private record Sent(Class<? extends Message> kind, int from, int to) {}

    private static long[] study(Federation federation, String name) {
        federation.renew();
        return federation
                .run(INPUTS, Federation.terms(Purpose.NOISY_CHANGE, name, 0), site -> Federation.NEVER)
                .lanes();
    }

    /** Each message of a site, and each to it, is the last one of that kind that the other study had. */
    @Test
    void messageOfOneStudy_sentInTheOther_isRefused() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        Map<Sent, Octets> first = new LinkedHashMap<>();
        federation.line = (kind, from, to, bytes) -> {
            first.put(new Sent(kind, from, to), bytes);
            return bytes;
        };
        assertArrayEquals(new long[] {7, 3}, study(federation, "look"));
        Set<Class<? extends Message>> replayed = new HashSet<>();
        first.forEach((sent, old) -> {
            if (sent.from() != 0 && sent.to() != 0) {
                return;
            }
            boolean[] same = {false};
            federation.line = (kind, from, to, bytes) -> {
                if (!new Sent(kind, from, to).equals(sent)) {
                    return bytes;
                }
                same[0] |= old.equals(bytes);
                return old;
            };
            if (sent.kind().getSimpleName().equals("SessionOffer")) {
                return; // it says policy and roster, which are the same
            }
            assertThrows(ViolationException.class, () -> study(federation, "trial"), sent.toString());
            assertTrue(!same[0], "no two studies have the same " + sent);
            replayed.add(sent.kind());
        });
        assertEquals(13, replayed.size(), replayed.toString());
        federation.line = (kind, from, to, bytes) -> bytes;
        for (int site = 0; site < 3; site++) {
            federation.restart(site);
        }
        assertArrayEquals(new long[] {7, 3}, study(federation, "trial"));
    }
}
