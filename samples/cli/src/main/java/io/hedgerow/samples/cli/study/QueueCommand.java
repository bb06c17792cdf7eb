// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.cli.command.GivenOptions.OptionsOfAction;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.samples.queue.StudyQueue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "queue",
        description = {
            "Put studies into the directory from which hub or agent runs them, list and cancel them.",
            "",
            "submit: copies the plan with its signatures, and its roster, to a folder with the study's name. A study "
                    + "that has ended, failed or was cancelled may be submitted again, with the same plan: it goes on "
                    + "where it was. Another plan under the name of an earlier one is refused. Files that are "
                    + "damaged there are replaced at any time, by the same plan as its officers signed it; the study "
                    + "keeps its turn.",
            "",
            "cancel STUDY: a study that waits or runs is stopped, within a second. What was spent stays spent.",
            "",
            "list: all studies in the order of their turns, each with its state: queued, running, ended, failed, "
                    + "cancelled or unreadable, and the reason."
        })
public final class QueueCommand extends SubCommand {

    /** Most studies that wait or run, by default; each costs some memory, and its sites' connections. */
    static final int USUAL_MOST = 100;

    public enum Action implements OptionsOfAction {
        SUBMIT("--study --roster --rules --most"),
        LIST(""),
        CANCEL("");

        private final String more;

        Action(String more) {
            this.more = more;
        }

        @Override
        public List<String> options() {
            return List.of(("--studies " + more).strip().split(" "));
        }
    }

    @Parameters(index = "0", paramLabel = "ACTION", description = "One of: ${COMPLETION-CANDIDATES}.")
    private Action action = Action.LIST;

    @Parameters(index = "1", arity = "0..1", paramLabel = "STUDY", description = "cancel: the study's name.")
    private @Nullable String name;

    @Option(
            names = "--studies",
            required = true,
            paramLabel = "DIR",
            description = "The directory of the studies, made when it is missing.")
    @SuppressWarnings("NullAway.Init") // required
    private Path studies;

    @Option(names = "--study", paramLabel = "FILE", description = "submit: the plan, as officers signed it.")
    private @Nullable Path study;

    @Option(
            names = "--roster",
            paramLabel = "FILE",
            description = "submit: the roster of secure aggregation, as officers signed it; default roster.yaml beside"
                    + " the plan.")
    private @Nullable Path roster;

    @Option(
            names = "--rules",
            paramLabel = "FILE",
            description = "submit: what a site insists on in this study alone, instead of the --rules of its agent.")
    private @Nullable Path rules;

    @Option(
            names = "--most",
            paramLabel = "N",
            description = "submit: refuse when N studies wait or run already; default ${DEFAULT-VALUE}.")
    private int most = USUAL_MOST;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("Put a study into a queue", "queue submit --studies studies --study study.yaml"),
                new Example(
                        "At a site, with rules of its own, such as to approve each message",
                        "queue submit --studies studies --study study.yaml --rules hold.yaml"),
                new Example("See the studies", "queue list --studies studies"),
                new Example("Stop one", "queue cancel look-1 --studies studies"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        GivenOptions.requireOnly(spec(), action);
        if ((name != null) != (action == Action.CANCEL)) {
            throw new IllegalArgumentException(
                    name == null
                            ? "cancel needs the name of a study: queue cancel STUDY"
                            : "only cancel takes the name of a study, " + Words.dashed(action) + " was given " + name);
        }
        if (most < 1) {
            throw new IllegalArgumentException("--most must be at least 1 study, was " + most);
        }
        StudyQueue queue = new StudyQueue(studies);
        return switch (action) {
            case SUBMIT ->
                new FactList()
                        .fact(
                                "submitted",
                                row(queue.submit(
                                        GivenOptions.required(action, "--study", study),
                                        Optional.ofNullable(roster),
                                        Optional.ofNullable(rules),
                                        most,
                                        context.clock())));
            case LIST -> report(queue.list());
            case CANCEL -> {
                queue.cancel(String.valueOf(name));
                yield new FactList().fact("cancelling", String.valueOf(name));
            }
        };
    }

    private static FactList report(List<QueuedStudy> studies) {
        return new FactList()
                .fact("studies", studies.stream().map(QueueCommand::row).toList());
    }

    /** All studies after a run of them; exit code 7 unless all went well, these and what else there was. */
    static Result ended(List<QueuedStudy> studies, boolean othersWell) {
        boolean well = othersWell && studies.stream().allMatch(study -> study.state() == QueuedStudy.State.ENDED);
        return report(studies).endingWith(well ? ExitCode.OK : ExitCode.STUDY_ENDED);
    }

    private static Map<String, Object> row(QueuedStudy study) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("study", study.name());
        row.put("state", Words.dashed(study.state()));
        if (study.state() != QueuedStudy.State.UNREADABLE) {
            row.put("submitted", study.submitted().toString());
        }
        if (!study.reason().isEmpty()) {
            row.put("reason", study.reason());
        }
        return row;
    }
}
