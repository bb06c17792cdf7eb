// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.node.StudyEnd;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The end of a study at a site, for people and programs.
 *
 * @param state the way it ended; {@code known-before} when the site already knew the end
 * @param messagesSent of all studies so far
 * @param bytesSent of all studies so far
 * @param spentEpsilon of the data set, over all studies; left out without a ledger
 * @param ledgerHead hash of the ledger's last record; left out without a ledger
 * @param hindrances the obstacles of other sites at the end, and the remedies; left out when there were none
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
        @Nullable String personalWeights)
        implements Result {

    /** The state of a study that can be continued. */
    static final String TOO_FEW = "quorum-not-met";

    public static SiteReport of(StudyEnd end, Optional<Path> personal) {
        SpentReport spent = end.spent().orElse(null);
        return new SiteReport(
                end.study(),
                end.before() ? "known-before" : end.state().map(Words::dashed).orElse("unknown"),
                end.messagesSent(),
                end.bytesSent(),
                spent == null ? null : (Double) spent.spentEpsilon(),
                spent == null ? null : spent.head(),
                end.hindrances().isEmpty()
                        ? null
                        : end.hindrances().stream().map(Hindrance::text).toList(),
                personal.map(Path::toString).orElse(null));
    }

    @Override
    public void describe(PrintWriter out) {
        out.println("study     " + study + ": " + state);
        if (hindrances != null) {
            hindrances.forEach(why -> out.println("because   " + why));
        }
        if (state.equals(TOO_FEW)) {
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
