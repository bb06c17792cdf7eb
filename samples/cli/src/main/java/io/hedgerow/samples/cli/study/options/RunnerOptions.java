// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study.options;

import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.queue.Need;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.samples.queue.StudyQueue;
import io.hedgerow.samples.queue.StudyRunner;
import io.hedgerow.samples.queue.StudyWork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of a process that runs the studies of a directory: which, how many at a time, and until when. */
public final class RunnerOptions {

    @Option(
            names = "--studies",
            required = true,
            paramLabel = "DIR",
            description = "The directory of the studies, see queue.")
    @SuppressWarnings("NullAway.Init") // required
    private Path studies;

    @Option(
            names = "--at-once",
            paramLabel = "N",
            description = "Run at most N studies at a time; default ${DEFAULT-VALUE}. The others wait in their order.")
    private int atOnce;

    @Option(
            names = "--once",
            description = "End when no study waits or runs any more; exit code 7 if one failed, was cancelled or has no"
                    + " result. Without it further studies are waited for until Ctrl-C.")
    private boolean once;

    public RunnerOptions(int atOnce) {
        this.atOnce = atOnce;
    }

    /** The most studies at a time; fewer than one is refused. */
    public int atOnce() {
        if (atOnce < 1) {
            throw new IllegalArgumentException("--at-once must be at least 1 study, was " + atOnce);
        }
        return atOnce;
    }

    /** Runs the studies, which take at most so much at a time, and returns all of them as they ended. */
    public List<QueuedStudy> run(StudyWork work, Need most, CommandContext context)
            throws IOException, InterruptedException {
        return new StudyRunner(new StudyQueue(studies), work, new StudyRunner.Limits(atOnce(), most), context)
                .run(once);
    }
}
