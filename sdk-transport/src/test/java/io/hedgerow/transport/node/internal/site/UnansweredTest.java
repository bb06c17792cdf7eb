// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.protocol.encoding.ProtocolException;
import org.junit.jupiter.api.Test;

/** The code of a failure is at the beginning of its text: what comes later may be a name that a peer has chosen. */
class UnansweredTest {

    private static String reason(String text) {
        return Unanswered.reason(new ProtocolException(text), text);
    }

    @Test
    void reason_isTheCodeWithWhichATextBegins() {
        assertEquals("SIGNATURE", reason("SIGNATURE: site 3: a signature must verify, did not"));
        assertEquals("BOX", reason("BOX: round 2 must have been prepared with this site before its task, was not"));
        assertEquals("", reason("expected a message of study NORTH: TRIAL, was of study south"));
        assertEquals("", reason("site BOX: SHARE: two"));
        assertEquals("", Unanswered.reason(new IllegalStateException("BOX: x"), "BOX: x"));
    }
}
