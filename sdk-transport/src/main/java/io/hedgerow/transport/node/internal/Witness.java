// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.protocol.DamagedJournalException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.dp.ledger.LedgerTamperedException;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import io.hedgerow.transport.security.SecurityNotice.Role;
import io.hedgerow.transport.study.SiteRules.PlanRefusal;
import io.hedgerow.transport.study.StudyPlanException;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reports the security events of a study at a site or a coordinator. Texts of exceptions never become part of a notice:
 * their type and their codes do. A consumer that throws stops nothing. Thread-safe as its consumer is.
 *
 * @param notices takes them
 * @param node the name of this end
 * @param study the plan's name
 */
public record Witness(Consumer<SecurityNotice> notices, Role role, String node, String study, InstantSource clock) {

    /** Instead of a study's name, where there is none. */
    public static final String NO_STUDY = "-";

    public void tell(Kind kind) {
        tell(kind, Optional.empty(), Optional.empty(), Map.of());
    }

    public void tell(Kind kind, String reason) {
        tell(kind, Optional.of(reason), Optional.empty(), Map.of());
    }

    public void tell(Kind kind, String reason, String peer) {
        tell(kind, Optional.of(reason), Optional.of(peer), Map.of());
    }

    public void tell(Kind kind, String reason, Map<String, Double> numbers) {
        tell(kind, Optional.of(reason), Optional.empty(), numbers);
    }

    private void tell(Kind kind, Optional<String> reason, Optional<String> peer, Map<String, Double> numbers) {
        try {
            notices.accept(new SecurityNotice(
                    clock.instant(),
                    kind,
                    new SecurityNotice.Origin(role, node, study),
                    reason.map(Witness::code),
                    peer,
                    numbers));
        } catch (RuntimeException e) {
            // a consumer of notices must not stop a study
        }
    }

    private static String code(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A coordinator tells of a site that connected, or cannot take part. */
    public void changed(SiteLink link) {
        if (link.hindrance().isPresent()) {
            tell(
                    Kind.STUDY_REFUSED,
                    link.hindrance().get().kind().name(),
                    link.site().value());
        } else if (link.online()) {
            tell(Kind.STUDY_JOINED, "connected", link.site().value());
        }
    }

    /** Looks at what proves this end, or judges others, and tells of what ends soon or has ended; whether it looked. */
    public boolean look(Expiry expiry, Consumer<String> people) {
        return expiry.look(ending -> {
            tell(Kind.IDENTITY_ENDS, ending.credential().code(ending.over()));
            people.accept(ending.text());
        });
    }

    /** A coordinator tells that its study waits for a site. */
    public void awaited(Hindrance site) {
        tell(Kind.STUDY_WAITS, "site-" + site.kind().name(), site.site().value());
    }

    /** A site's ledger has charged the plan, now or before; nothing is told where there is no budget. */
    public void reserved(boolean charged, Optional<ReportedSpending> spending) {
        spending.ifPresent(spent -> tell(
                Kind.BUDGET_RESERVED,
                charged ? "charged" : "charged-before",
                Map.of("epsilon", spent.epsilon(), "delta", spent.delta())));
    }

    /** Tells which record of the ledger paid for an update, where one did, and gives it back. */
    public Optional<LedgerReference> spent(int round, Optional<LedgerReference> record) {
        record.ifPresent(one ->
                tell(Kind.BUDGET_SPENT, "update", Map.of("round", (double) round, "record", (double) one.sequence())));
        return record;
    }

    public void refused(List<PlanRefusal> refusals) {
        refusals.forEach(one -> tell(Kind.PLAN_REFUSED, one.rule().name()));
    }

    /** Runs to the end of something, and tells when it began, how it ended, and what refused it. */
    public <T> T watching(Run<T> run) throws InterruptedException {
        tell(Kind.PROCESS_STARTED);
        String how = "interrupted";
        try {
            T result = run.run();
            how = "ended";
            return result;
        } catch (RuntimeException e) {
            how = failed(e);
            throw e;
        } finally {
            tell(Kind.PROCESS_STOPPED, how);
        }
    }

    /** Runs to the end of something, and notes in a log when a journal or a ledger is not what was written. */
    public <T> T noting(SecurityEvents log, Run<T> run) throws InterruptedException {
        try {
            return run.run();
        } catch (DamagedJournalException | LedgerTamperedException e) {
            String self = "this " + code(role.name());
            log.happened(new SecurityEvent(SecurityEvent.Kind.TAMPERING, self, study, Words.reason(e)));
            throw e;
        }
    }

    public interface Run<T> {
        T run() throws InterruptedException;
    }

    /** Tells what a failure means for security, if anything, and gives its code. */
    public String failed(RuntimeException e) {
        if (e instanceof BudgetExhaustedException) {
            tell(Kind.BUDGET_EXHAUSTED, "ledger");
            return "budget-exhausted";
        }
        if (e instanceof LedgerTamperedException || e instanceof DamagedJournalException) {
            tell(Kind.TAMPERING, e instanceof LedgerTamperedException ? "ledger" : "journal");
            return "tampering";
        }
        if (e instanceof LedgerException ledger) {
            return ledger.isMendable() ? "no-room" : "ledger";
        }
        if (e instanceof PrivacyException refused) {
            String by = refused.reason().orElse(PrivacyException.Reason.POLICY).name();
            tell(Kind.PLAN_REFUSED, by);
            return code(by);
        }
        if (e instanceof StudyPlanException) {
            tell(Kind.PLAN_REFUSED, "cannot-be-run");
            return "cannot-be-run";
        }
        if (e instanceof RefusedException refused) {
            tell(Kind.STUDY_REFUSED, refused.refusal().name());
            return code(refused.refusal().name());
        }
        Optional<IdentityException> identity = IdentityException.in(e);
        if (identity.isPresent()) {
            Reason reason = identity.get().reason();
            tell(reason == Reason.WRONG_ROLE ? Kind.ROLE_REFUSED : Kind.IDENTITY_REFUSED, reason.name());
            return code(reason.name());
        }
        if (e instanceof UnwritableFileException) {
            return "no-room";
        }
        if (e instanceof UnreachableException) {
            return "unreachable";
        }
        return e instanceof JournalException ? "files" : "failed";
    }

    /** Hears of what a security log is told of, and hands it on. */
    public SecurityEvents beside(SecurityEvents log) {
        return event -> {
            log.happened(event);
            happened(event);
        };
    }

    private void happened(SecurityEvent event) {
        String reason = event.reason().isEmpty() ? event.kind().name() : event.reason();
        switch (event.kind()) {
            case CONNECTION_REFUSED -> tell(Kind.CONNECTION_REFUSED, reason, event.peer());
            case WRONG_CERTIFICATE ->
                tell(
                        reason.equals(Reason.WRONG_ROLE.name()) ? Kind.ROLE_REFUSED : Kind.IDENTITY_REFUSED,
                        reason,
                        event.peer());
            case POLICY_REFUSED, REPLAY, PROTOCOL_VIOLATION -> tell(Kind.MESSAGE_REFUSED, reason, event.peer());
            case TAMPERING -> {} // told with the failure
        }
    }
}
