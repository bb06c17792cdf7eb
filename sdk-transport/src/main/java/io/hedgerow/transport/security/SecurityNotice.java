// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.security;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.internal.file.JsonLine;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A security event at a site or a coordinator, for an organisation's log collection. It has a kind, codes, names and
 * numbers of the plan, and no free text of an exception. Immutable and thread-safe.
 *
 * <p>Privacy: no value of a record, no update, no key and no PIN is in it. Epsilon and delta are functions of the plan.
 * The site's ledger stays the record of what was spent; a notice may be lost, the ledger's record may not.
 *
 * @param time when
 * @param kind what happened
 * @param origin the process that reports it, and the study
 * @param reason a code such as {@code wrong-role}: lower-case letters, digits and dashes
 * @param peer the other end, as it says and not as it proved; at most 200 characters
 * @param numbers by name: {@code round} (from 0), {@code epsilon}, {@code delta}, {@code record} (of the ledger),
 *     {@code lost} (notices); finite
 */
public record SecurityNotice(
        Instant time,
        Kind kind,
        Origin origin,
        Optional<String> reason,
        Optional<String> peer,
        Map<String, Double> numbers) {

    /** The format of {@link #json}, with its version. */
    public static final String FORMAT = "hedgerow security notice 1";

    private static final int LONGEST = 200;
    private static final double WHOLE = 1L << 53;

    /** The role of the process that reports the event. */
    public enum Role {
        /** A site. */
        SITE,
        /** The coordinator. */
        COORDINATOR
    }

    /**
     * The process and the study of an event. Names are shortened to 200 characters.
     *
     * @param role of the process
     * @param node its name in the plan
     * @param study the plan's name
     */
    public record Origin(Role role, String node, String study) {
        public Origin {
            Objects.requireNonNull(role, "role");
            node = shortened(node);
            study = shortened(study);
        }
    }

    /** The kinds of security events. */
    public enum Kind {
        /** A run of a study began at this end. */
        PROCESS_STARTED(6),
        /** A run of a study ended at this end; the reason says how. A process that is killed does not tell. */
        PROCESS_STOPPED(6),
        /** The site's rules allow the plan. */
        PLAN_ACCEPTED(6),
        /** The site's rules refuse the plan; one notice for each reason. */
        PLAN_REFUSED(4),
        /** The site takes part; at the coordinator, one notice for each connection of a site. */
        STUDY_JOINED(6),
        /** The coordinator does not let the site in, or the operator went on without it. */
        STUDY_REFUSED(4),
        /** The study waits: the coordinator is unreachable, or a site has not answered. */
        STUDY_WAITS(4),
        /** The ledger has charged the whole plan. */
        BUDGET_RESERVED(5),
        /** An update that a record of the ledger paid for is about to leave. */
        BUDGET_SPENT(6),
        /** The ledger's budget does not cover the plan, or a request. */
        BUDGET_EXHAUSTED(4),
        /** A message was refused, such as for its signature or because it came again. */
        MESSAGE_REFUSED(4),
        /** A connection was not let in. */
        CONNECTION_REFUSED(4),
        /** A key, a certificate or a list of revoked ones is not accepted, one's own or another's. */
        IDENTITY_REFUSED(4),
        /** A certificate or a list of revoked ones ends soon, or has ended: one's own, or the authority's. */
        IDENTITY_ENDS(4),
        /** A certificate of the wrong role, or a user without the role that an action needs. */
        ROLE_REFUSED(4),
        /** The ledger cut an incomplete last record, which was never acknowledged. */
        LEDGER_RECOVERED(5),
        /** A journal, a ledger or a log is not as it was written. */
        TAMPERING(3),
        /** Notices before this one were lost: how many. */
        NOTICES_LOST(4);

        private final int severity;

        Kind(int severity) {
            this.severity = severity;
        }

        /** {@return how grave it is, as syslog counts: 3 an error, 4 a warning, 5 a notice, 6 an information} */
        public int severity() {
            return severity;
        }

        /** {@return the name in {@link SecurityNotice#json}: lower-case words with dashes} */
        public String word() {
            return Words.dashed(this);
        }
    }

    public SecurityNotice {
        Objects.requireNonNull(time, "time");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(origin, "origin");
        reason.ifPresent(code -> {
            if (!code.matches("[a-z0-9-]{1,60}")) {
                throw new IllegalArgumentException(
                        "a reason must be a code of lower-case letters, digits and dashes, had " + code.length()
                                + " characters");
            }
        });
        peer = peer.map(SecurityNotice::shortened);
        numbers = Map.copyOf(new TreeMap<>(numbers));
        numbers.forEach((name, value) -> {
            if (!name.matches("[a-z]{1,20}") || !Double.isFinite(value)) {
                throw new IllegalArgumentException("a number must have a lower-case name and be finite, was " + name);
            }
        });
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
    }

    /** {@return one line of JSON without its end, in ASCII}; {@code docs/security-notice.schema.json} describes it */
    public String json() {
        JsonLine line = new JsonLine()
                .text("format", FORMAT)
                .text("time", time.toString())
                .text("event", kind.word())
                .text("severity", List.of("error", "warning", "notice", "info").get(kind.severity() - 3))
                .text("role", Words.dashed(origin.role()))
                .text("node", origin.node())
                .text("study", origin.study());
        reason.ifPresent(code -> line.text("reason", code));
        peer.ifPresent(name -> line.text("peer", name));
        new TreeMap<>(numbers).forEach((name, value) -> {
            if (value == Math.rint(value) && Math.abs(value) < WHOLE) {
                line.number(name, value.longValue());
            } else {
                line.number(name, value.doubleValue());
            }
        });
        return line.closed();
    }
}
