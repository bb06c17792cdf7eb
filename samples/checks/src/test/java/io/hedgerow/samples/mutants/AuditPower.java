// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How often an audit refuted, of how many repetitions.
 *
 * @param repetitions with other seeds
 * @param refuting repetitions that refuted any claim
 * @param claims how often each was refuted; also those that never were
 */
record AuditPower(int repetitions, int refuting, Map<String, Integer> claims) {

    /** From the lines of {@link RepeatedAudit}; an empty line ends a repetition. */
    static AuditPower of(List<String> lines) {
        Map<String, Integer> claims = new LinkedHashMap<>();
        int repetitions = 0;
        int refuting = 0;
        boolean refuted = false;
        for (String line : lines) {
            if (line.startsWith(RepeatedAudit.STANDS)) {
                claims.merge(line.substring(RepeatedAudit.STANDS.length()), 0, Integer::sum);
            } else if (line.startsWith(RepeatedAudit.REFUTED)) {
                claims.merge(line.substring(RepeatedAudit.REFUTED.length()), 1, Integer::sum);
                refuted = true;
            } else if (line.isEmpty()) {
                repetitions++;
                refuting += refuted ? 1 : 0;
                refuted = false;
            }
        }
        return new AuditPower(repetitions, refuting, claims);
    }

    /** Fewer than 16 of 20: a power of 0.95 gives that three times in a thousand. */
    boolean weak() {
        return 5 * refuting < 4 * repetitions;
    }

    /** A cell of the table: how many repetitions refuted, and which claims how often. */
    String cell() {
        String refuted = claims.entrySet().stream()
                .filter(claim -> claim.getValue() > 0)
                .map(claim -> claim.getKey() + " " + claim.getValue())
                .collect(Collectors.joining("; "));
        return (weak() ? "**" + refuting + "**" : refuting) + " of " + repetitions
                + (refuted.isEmpty() ? "" : ": " + refuted);
    }

    /** Rows of the table of sound code: which claims stood how often. */
    List<String> rows() {
        return claims.entrySet().stream()
                .map(claim ->
                        "| " + claim.getKey() + " | " + (repetitions - claim.getValue()) + " of " + repetitions + " |")
                .toList();
    }
}
