// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.channel;

import io.hedgerow.core.protocol.SiteId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of one site's connection as the coordinator sees it.
 *
 * @param site the site
 * @param online whether a stream is open
 * @param connections streams opened so far
 * @param seen when the site's last frame arrived; null before the first
 * @param traffic bytes so far, over all connections
 * @param said what the site says of itself; not verified
 * @param hindrance why the site cannot come, as its last attempt or its last word told; empty while it is online
 */
public record SiteLink(
        SiteId site,
        boolean online,
        long connections,
        @Nullable Instant seen,
        Traffic traffic,
        SelfReport said,
        Optional<Hindrance> hindrance) {
    public SiteLink {
        Objects.requireNonNull(hindrance, "hindrance");
        Objects.requireNonNull(site, "site");
        Objects.requireNonNull(traffic, "traffic");
        Objects.requireNonNull(said, "said");
    }

    /**
     * Creates a link without an obstacle.
     *
     * @param site the site
     * @param online whether a stream is open
     * @param connections streams opened so far
     * @param seen when the site's last frame arrived; null before the first
     * @param traffic bytes so far, over all connections
     * @param reported what the site says that the study costs its data set
     */
    public SiteLink(
            SiteId site,
            boolean online,
            long connections,
            @Nullable Instant seen,
            Traffic traffic,
            Optional<ReportedSpending> reported) {
        this(
                site,
                online,
                connections,
                seen,
                traffic,
                reported.map(SelfReport.none()::with).orElseGet(SelfReport::none),
                Optional.empty());
    }

    /**
     * {@return the same connection with an obstacle}
     *
     * @param why the site cannot answer
     */
    public SiteLink hindered(Optional<Hindrance> why) {
        return new SiteLink(site, online, connections, seen, traffic, said, why);
    }

    /** {@return what the site says that the study costs its data set; not verified, and empty when it does not tell} */
    public Optional<ReportedSpending> reported() {
        return said.spending();
    }

    /** {@return the arrival of the site's last frame, or empty before the first} */
    public Optional<Instant> lastSeen() {
        return Optional.ofNullable(seen);
    }

    /**
     * Counts the bytes that were sent and received over a site's connections. On the wire means what the sockets
     * carried: with TLS, HTTP/2 and everything that was sent again.
     *
     * @param messagesIn complete messages received, each once
     * @param messagesOut messages sent, each time
     * @param payloadIn payload of the messages received
     * @param payloadOut payload of the messages sent
     * @param wireIn bytes read from sockets
     * @param wireOut bytes written to sockets
     */
    public record Traffic(
            long messagesIn, long messagesOut, long payloadIn, long payloadOut, long wireIn, long wireOut) {}

    /** Receives an event when a site connects or disconnects. Called on the wire's threads: it must return at once. */
    @FunctionalInterface
    public interface Listener {
        /**
         * A site came or went.
         *
         * @param link the connection now
         */
        void changed(SiteLink link);
    }

    /**
     * The reason why a site cannot answer, as far as the coordinator knows; it reveals nothing of the site's data. It
     * is shown to the coordinator's operator and to the people of every site of the study.
     *
     * @param site whose
     * @param kind what keeps it
     */
    public record Hindrance(SiteId site, Kind kind) {
        public Hindrance {
            Objects.requireNonNull(site, "site");
            Objects.requireNonNull(kind, "kind");
        }

        /** The reasons why a site cannot answer. */
        public enum Kind {
            /** The coordinator has updates that the site's home does not know. */
            HOME_LOST(
                    "its home was lost or is an older copy",
                    "put back the newest copy of the home of site %s, and start the site again"),
            /** The site says that files of its home are missing or are not as it wrote them. */
            HOME_DAMAGED(
                    "files of its home are missing, damaged or in use",
                    "its own console names the file: put back the newest copy of the home of site %s, and start the"
                            + " site again"),
            /** The site says that it cannot write a file. */
            NO_ROOM("it cannot write its files, as on a full disk", "make room at site %s, and start the site again"),
            /** The site said in a round that its policy, its ledger or a person there refuses. */
            REFUSED(
                    "its policy, its budget or a person there refuses",
                    "ask the people of site %s, whose console has the reason"),
            /** The site has another plan of the study. */
            OTHER_PLAN(
                    "it has another plan of this study",
                    "compare the plan's digest with site %s, and give it the plan that was signed"),
            /** Site and coordinator have releases of the software that do not work together. */
            OTHER_RELEASE(
                    "its release of the software does not match the coordinator's",
                    "install matching releases at site %s and at the coordinator"),
            /** The site knows tasks that the coordinator does not. */
            COORDINATOR_OLDER(
                    "it knows more of the study than this coordinator",
                    "start the coordinator with the newest data directory that it had; site %s is in order"),
            /** The site said that it has no update for the round. */
            FAILED("it has no update for the round", "ask the people of site %s, whose console has the reason"),
            /** The site gave exact sums of the same rows before, and these would tell too much together with those. */
            RELEASED_BEFORE(
                    "exact sums that it gave before, over other sites or in another study, forbid this one",
                    "ask the people of site %s, whose console names the earlier study: no start helps, another plan"
                            + " may"),
            /** The site said that it cannot read its rows now; it tries again until the round is over. */
            NO_DATA(
                    "it cannot read its data now",
                    "ask the people of site %s, whose console has the reason; it tries again by itself"),
            /** The site said that the round is over for it: it is not computed again under the same charge. */
            ROUND_LOST(
                    "its round has failed for good, and is not computed again under the same charge",
                    "the console of site %s has the reason; it does not help to start this study again: have another"
                            + " plan signed"),
            /** The coordinator's operator goes on without the site. */
            EXCLUDED(
                    "the coordinator's operator goes on without it",
                    "nothing need be done for this study; site %s may take part in another one"),
            /** The site's rules for plans refuse this one. */
            RULES(
                    "its rules do not allow this plan",
                    "ask the people of site %s, whose console names the rules: they change them, or officers sign"
                            + " another plan"),
            /** The policy of the site's data set refuses the study. */
            POLICY(
                    "the policy of its data set does not allow this study",
                    "ask the people of site %s, whose console has the sentence: they change the policy, or officers"
                            + " sign another plan"),
            /** The rest of the data set's budget does not cover the study. */
            BUDGET(
                    "the rest of its data set's privacy budget does not cover this study",
                    "nothing helps this study at site %s: have a plan signed that costs less, or without the site"),
            /** A person at the site refused the message. */
            PERSON(
                    "a person there refused the message of this round",
                    "ask the people of site %s why: the decision stays as it is for this study"),
            /** No person at the site decided in time. */
            UNDECIDED(
                    "no person there decided about the message of this round in time",
                    "ask the people of site %s to look at what waits for their approval"),
            /** The study began without the site. */
            BEGUN(
                    "the study began without it",
                    "nothing need be done for this study; site %s may take part in another one"),
            /** The site's certificate was revoked or has expired while it was connected. */
            CERTIFICATE(
                    "its certificate was revoked or has expired",
                    "site %s needs a new certificate, or the operator goes on without the site"),
            /** The site is not connected, and the study waits for it. */
            AWAY("it is not connected", "start site %s, or see at its console why it does not reach the coordinator"),
            /** The site is connected, and half of the round's time is over without its answer. */
            LATE(
                    "it is connected and has not answered for half of the round's time",
                    "ask the people of site %s whether it computes, or holds a message for approval");

            private final String what;
            private final String help;

            Kind(String what, String help) {
                this.what = what;
                this.help = help;
            }

            /**
             * {@return whether only an earlier state of the site's own files helps, which may not exist any more: then
             * the coordinator's operator limits the waiting}
             */
            public boolean isOfHome() {
                return this == HOME_LOST || this == HOME_DAMAGED;
            }

            /**
             * {@return whether it is decided, so that the same study started again ends in the same way at the site}
             */
            public boolean isDecided() {
                return switch (this) {
                    case REFUSED, RULES, POLICY, BUDGET, RELEASED_BEFORE, PERSON, BEGUN, EXCLUDED, ROUND_LOST -> true;
                    default -> false;
                };
            }

            /** {@return whether the site is waited for without a known obstacle} */
            public boolean isAwaited() {
                return this == AWAY || this == LATE;
            }
        }

        /** {@return the obstacle, a clause about the site, such as {@code its home was lost or is an older copy}} */
        public String what() {
            return kind.what;
        }

        /** {@return what helps: a request to people, which names the site} */
        public String help() {
            return String.format(kind.help, site.value());
        }

        /** {@return both in one line, for consoles and status pages} */
        public String text() {
            String site = "site " + this.site.value();
            return kind == Kind.EXCLUDED
                    ? "the study goes on without " + site + ", as the coordinator's operator decided"
                    : (kind.isAwaited() ? "the study waits for " + site + ": " : site + " cannot answer: ") + what()
                            + "; " + help();
        }
    }

    /**
     * The statements of a site about itself when it connects. No one has verified them, and nothing depends on them.
     *
     * @param spending the study's cost to its data set; empty when it does not tell
     */
    public record SelfReport(Optional<ReportedSpending> spending) {
        public SelfReport {
            Objects.requireNonNull(spending, "spending");
        }

        /** {@return the report of a site that says nothing of itself} */
        public static SelfReport none() {
            return new SelfReport(Optional.empty());
        }

        /**
         * {@return the same report with the study's cost}
         *
         * @param spent what the site says that the study costs its data set
         */
        public SelfReport with(ReportedSpending spent) {
            return new SelfReport(Optional.of(spent));
        }
    }

    /**
     * The privacy cost of a study as reported by a site. No one has verified it. It follows from the signed plan and
     * the site's way to add up, never from records, so it is not sensitive.
     *
     * @param epsilon ε; finite and at least 0
     * @param delta δ; from 0 to 1
     */
    public record ReportedSpending(double epsilon, double delta) {
        public ReportedSpending {
            if (!(epsilon >= 0) || epsilon == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("a reported epsilon must be finite and at least 0, was " + epsilon);
            }
            if (!(delta >= 0 && delta <= 1)) {
                throw new IllegalArgumentException("a reported delta must be from 0 to 1, was " + delta);
            }
        }
    }
}
