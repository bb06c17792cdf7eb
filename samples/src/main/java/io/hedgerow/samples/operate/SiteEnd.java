package io.hedgerow.samples.operate;

import io.hedgerow.core.protocol.Outcome;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.samples.cli.ExitCode;
import io.hedgerow.samples.cli.Result;
import io.hedgerow.transport.egress.EgressTotals;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a study ended at a site.
 *
 * @param study its name
 * @param state how it ended; {@code known-before} when the site had been told before
 * @param messagesSent of all studies so far
 * @param bytesSent of all studies so far
 * @param spentEpsilon of the data set, over all studies; left out without a ledger
 * @param ledgerHead hash of the ledger's last record; left out without a ledger
 */
public record SiteEnd(
        String study,
        String state,
        long messagesSent,
        long bytesSent,
        @Nullable Double spentEpsilon,
        @Nullable String ledgerHead)
        implements Result {

    static SiteEnd before(String study, EgressTotals totals) {
        return new SiteEnd(study, "known-before", totals.messages(), totals.bytes(), null, null);
    }

    static SiteEnd of(String study, Optional<Outcome> outcome, EgressTotals totals, Optional<AccountedLedger> ledger) {
        SpentReport spent = ledger.map(AccountedLedger::spent).orElse(null);
        return new SiteEnd(
                study,
                outcome.map(Outcome::state).map(SiteEnd::word).orElse("unknown"),
                totals.messages(),
                totals.bytes(),
                spent == null ? null : (Double) spent.spentEpsilon(),
                spent == null ? null : spent.head());
    }

    static String word(StudyState state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public Object json() {
        return this;
    }

    @Override
    public void describe(PrintWriter out) {
        out.println("study     " + study + ": " + state);
        out.println("sent      " + messagesSent + " messages, " + bytesSent + " bytes, see the egress log");
        if (spentEpsilon != null) {
            out.println(String.format(
                    Locale.ROOT, "privacy   epsilon %.4g spent of this data set, over all studies", spentEpsilon));
        }
    }

    @Override
    public ExitCode exitCode() {
        return state.equals("quorum-not-met") || state.equals("aggregation-failed") || state.equals("diverged")
                ? ExitCode.STUDY_ENDED
                : ExitCode.OK;
    }
}
