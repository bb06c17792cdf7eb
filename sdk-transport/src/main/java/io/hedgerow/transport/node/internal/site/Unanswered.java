// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.protocol.OpenRoundException;
import io.hedgerow.core.internal.protocol.RepeatedMessageException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.BudgetExhaustedException;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.dp.ledger.LedgerTamperedException;
import io.hedgerow.transport.channel.RefusedException;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.study.StudyPlan;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reports why a site did not answer: to its operators, to its security log, and to sites that wait for it. For one
 * thread.
 */
public final class Unanswered implements Consumer<RuntimeException> {

    private static final Pattern CODE = Pattern.compile("([A-Z]{3,20}): ");

    private final StudyPlan plan;
    private final SecurityEvents security;
    private final Consumer<String> notes;
    private final Consumer<String> waits;
    private String said = "";

    /** {@code waits} is told what a round waits for, which people have to know also where they read no notes. */
    public Unanswered(StudyPlan plan, SecurityEvents security, Consumer<String> notes, Consumer<String> waits) {
        this.plan = plan;
        this.security = security;
        this.notes = notes;
        this.waits = waits;
    }

    @Override
    public void accept(RuntimeException failure) {
        if (isAboutThePeer(failure)) {
            security.happened(event(failure));
        }
        boolean open = failure instanceof OpenRoundException;
        String note = open
                ? "the data cannot be read now, which is tried again until the round is over, at no further charge: "
                        + Words.reason(failure)
                : "not answered: " + Words.reason(failure);
        if (!note.equals(said)) { // attempts of a round fail alike
            said = note;
            (open ? waits : notes).accept(note);
        }
    }

    /**
     * Whether the coordinator asked for something that it may not have. A failure at this site, as of its disk or its
     * data, is not the coordinator's doing, and its text may depend on data. Nor can it know what this site released in
     * other studies.
     */
    private static boolean isAboutThePeer(RuntimeException failure) {
        boolean own = failure instanceof PolicyRefusedException refused && refused.isAfterRelease();
        return (failure instanceof PrivacyException && !own)
                || (failure instanceof ProtocolException && !(failure instanceof RepeatedMessageException));
    }

    private SecurityEvent event(RuntimeException failure) {
        SecurityEvent.Kind kind = failure instanceof PrivacyException
                ? SecurityEvent.Kind.POLICY_REFUSED
                : SecurityEvent.Kind.PROTOCOL_VIOLATION;
        String text = Words.reason(failure);
        return new SecurityEvent(kind, plan.coordinator(), plan.name(), text, reason(failure, text));
    }

    /** The code of secure aggregation with which a text begins, such as that of a signature that does not verify. */
    public static String reason(RuntimeException failure, String text) {
        if (failure instanceof BudgetExhaustedException) {
            return "BUDGET_EXHAUSTED";
        }
        Matcher code = CODE.matcher(text);
        return failure instanceof ProtocolException && code.lookingAt() ? code.group(1) : "";
    }

    /** The reason that the coordinator learns when this site's run ends; empty where it stays at the site. */
    public static Optional<Hindrance.Kind> lastWord(RuntimeException e) {
        if (e instanceof UnwritableFileException || (e instanceof LedgerException ledger && ledger.isMendable())) {
            return Optional.of(Hindrance.Kind.NO_ROOM);
        }
        if (e instanceof JournalException || e instanceof LedgerTamperedException) {
            return Optional.of(Hindrance.Kind.HOME_DAMAGED);
        }
        if (e instanceof PrivacyException refused && refused.reason().isPresent()) {
            return refused.reason().map(reason -> Hindrance.Kind.valueOf(reason.name()));
        }
        // when it was only asked whether this site would be let in
        return e instanceof RefusedException refused ? refused.refusal().hindrance() : Optional.empty();
    }
}
