// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.node.StudyEnd;
import io.hedgerow.transport.study.StudyPlan;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The report of a study's end at a site, as text and JSON.
 *
 * @param state the way it ended; {@code known-before} when the site already knew the end
 * @param messagesSent of all studies so far
 * @param bytesSent of all studies so far
 * @param spentEpsilon of the data set, over all studies; left out without a ledger
 * @param ledgerHead hash of the ledger's last record; left out without a ledger
 * @param hindrances the obstacles of other sites at the end, and the remedies; left out when there were none
 * @param canGoOn whether the study goes on when all are started again; only after {@value #TOO_FEW}
 * @param personalWeights the file with this site's own weights; left out without {@code --personalise}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SiteReport(
        String study,
        String state,
        long messagesSent,
        long bytesSent,
        @Nullable Double spentEpsilon,
        @Nullable String ledgerHead,
        @Nullable List<String> hindrances,
        @Nullable Boolean canGoOn,
        @Nullable String personalWeights)
        implements Result {

    /** The state of a study that can be continued. */
    static final String TOO_FEW = "quorum-not-met";

    public static SiteReport of(StudyEnd end, StudyPlan plan, Optional<Path> personal) {
        SpentReport spent = end.spent().orElse(null);
        String state =
                end.before() ? "known-before" : end.state().map(Words::dashed).orElse("unknown");
        return new SiteReport(
                end.study(),
                state,
                end.messagesSent(),
                end.bytesSent(),
                spent == null ? null : (Double) spent.spentEpsilon(),
                spent == null ? null : spent.head(),
                end.hindrances().isEmpty()
                        ? null
                        : end.hindrances().stream().map(Hindrance::text).toList(),
                state.equals(TOO_FEW) ? (Boolean) canGoOn(plan, end.hindrances()) : null,
                personal.map(Path::toString).orElse(null));
    }

    /**
     * Whether a study that too few sites answered may have its quorum when all are started again: not where too many
     * have decided against it, or have lost a round. Sites without which the operator goes on are not in the quorum.
     */
    static boolean canGoOn(StudyPlan plan, List<Hindrance> hindrances) {
        boolean paid = plan.privacy().budget().isPresent();
        List<Hindrance.Kind> kinds = hindrances.stream().map(Hindrance::kind).toList();
        long excluded =
                kinds.stream().filter(kind -> kind == Hindrance.Kind.EXCLUDED).count();
        long out = kinds.stream()
                .filter(kind -> kind.isDecided() || (paid && kind == Hindrance.Kind.FAILED))
                .count();
        long asked = plan.sites().size() - excluded;
        return plan.sites().size() - out >= Math.min(plan.quorum(), asked);
    }

    static String cannotGoOn() {
        return "starting it again does not help: too many sites have decided against this study, or have lost a round"
                + " of it; see why above, and have another plan signed";
    }

    @Override
    public void describe(PrintWriter out) {
        out.println("study     " + study + ": " + state);
        if (hindrances != null) {
            hindrances.forEach(why -> out.println("because   " + why));
        }
        if (canGoOn != null && !canGoOn) {
            out.println("next      " + cannotGoOn());
        } else if (canGoOn != null) {
            out.println("next      when the coordinator is started again, start this site again with the same command:"
                    + " the study goes on, and nothing is paid for twice");
        }
        out.println("sent      " + Words.count(messagesSent, "message") + ", " + Words.count(bytesSent, "byte")
                + ", see the egress log");
        if (spentEpsilon != null) {
            out.println(String.format(
                    Locale.ROOT, "privacy   epsilon %.4g spent of this data set, over all studies", spentEpsilon));
        }
        if (personalWeights != null) {
            out.println("wrote " + personalWeights);
        }
    }

    @Override
    public ExitCode exitCode() {
        return state.equals(TOO_FEW) || state.equals("aggregation-failed") || state.equals("diverged")
                ? ExitCode.STUDY_ENDED
                : ExitCode.OK;
    }
}
