// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import java.util.Map;
import java.util.TreeMap;

/**
 * The totals of an egress log.
 *
 * @param messages how many left
 * @param bytes Σ of their payloads
 * @param bytesByType Σ of their payloads, by type
 * @param withoutLedger how many are covered by no ledger record
 * @param head hash of the newest line; kept elsewhere, it shows that no line was cut off
 */
public record EgressTotals(long messages, long bytes, Map<String, Long> bytesByType, long withoutLedger, String head) {
    public EgressTotals {
        bytesByType = Map.copyOf(bytesByType);
    }

    static EgressTotals none(String head) {
        return new EgressTotals(0, 0, Map.of(), 0, head);
    }

    EgressTotals plus(EgressEntry entry, String newHead) {
        Map<String, Long> byType = new TreeMap<>(bytesByType);
        byType.merge(entry.type(), entry.bytes(), Math::addExact);
        return new EgressTotals(
                messages + 1,
                Math.addExact(bytes, entry.bytes()),
                byType,
                withoutLedger + (entry.ledger().isPresent() ? 0 : 1),
                newHead);
    }
}
