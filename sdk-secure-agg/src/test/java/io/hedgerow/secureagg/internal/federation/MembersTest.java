// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.secureagg.internal.message.ViolationException;
import org.junit.jupiter.api.Test;

class MembersTest {

    /** A refusal that one site relays for another would otherwise be two of those that settle a slot. */
    @Test
    void signedAnswer_countsForItsSignerOnly() {
        assertDoesNotThrow(() -> Members.requireOwn(1, 1));
        ViolationException relayed = assertThrows(ViolationException.class, () -> Members.requireOwn(1, 2));
        assertEquals(ViolationException.Reason.CONTEXT, relayed.reason());
    }
}
