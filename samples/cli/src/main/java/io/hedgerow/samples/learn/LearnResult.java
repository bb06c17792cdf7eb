// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.samples.network.NetworkFiles;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A finished run: the report, the network, and the files that were written. */
public final class LearnResult implements Result {

    private final LearnReport report;
    private final NamedNetwork network;
    private final Optional<PersonalWeights> personal;
    private final List<Path> written = new ArrayList<>();
    private boolean lost;

    LearnResult(LearnReport report, NamedNetwork network, Optional<PersonalWeights> personal) {
        this.personal = personal;
        this.report = report;
        this.network = network;
    }

    /** Something that learns. */
    @FunctionalInterface
    public interface Run {
        LearnResult learn(RoundObserver observer) throws InterruptedException;
    }

    /**
     * Runs and tells its progress, and writes all files of the result, or none. What was learned and cannot be written
     * is a result all the same: a budget may have been spent on it.
     *
     * @param rounds at most; 0 without
     * @param out a directory that is prepared before the run; null to write nothing
     * @throws IOException when the directory cannot be written to beforehand
     */
    public static LearnResult of(Run run, int rounds, @Nullable Path out, CommandContext context)
            throws IOException, InterruptedException {
        long[] bytes = new long[1];
        RoundObserver observer = (report, consensus) -> {
            bytes[0] += report.bytesUp() + report.bytesDown();
            context.progress().update(new Progress.Step("round", report.round() + 1L, rounds, bytes[0]));
        };
        if (out == null) {
            return run.learn(observer);
        }
        try (OutputDirectory directory = OutputDirectory.prepare(out)) {
            LearnResult result = run.learn(observer);
            try {
                result.writeTo(directory);
            } catch (IOException e) {
                result.lost = true;
                context.note("no file was written to " + out + " (" + FileReason.withPath(e) + "): the result is shown"
                        + " here and nowhere else, and what it cost is spent");
            }
            return result;
        }
    }

    /** Says what is doubtful. */
    public LearnResult noted(CommandContext context) {
        report.warnings().forEach(context::note);
        return this;
    }

    private void writeTo(OutputDirectory directory) throws IOException {
        NetworkFiles.write(network, report.network().curves(), directory);
        if (personal.isPresent()) {
            personal.get().writeTo(directory);
        }
        directory.write("result.json", JsonOutput.text(report));
        written.addAll(directory.commit());
    }

    @Override
    public Object json() {
        return report;
    }

    @Override
    public ExitCode exitCode() {
        return lost ? ExitCode.BAD_DATA : ExitCode.OK;
    }

    @Override
    public void describe(PrintWriter out) {
        NetworkFiles.print(network, out);
        new Summary(report).describe(out);
        written.forEach(path -> out.println("wrote " + path));
    }
}
