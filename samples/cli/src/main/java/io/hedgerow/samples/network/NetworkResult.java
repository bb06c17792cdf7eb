// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
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

/** The learned network as text, JSON and files, alike for runs in one process and studies between processes. */
public final class NetworkResult implements Result {

    /** What the option {@code --out} says of a result's files. */
    public static final String OUT = "Write network.csv, network.svg, network.html, network.dot, network.graphml and"
            + " result.json to DIR, and curves.svg and curves.csv where relations are curves, effects.svg"
            + " and effects.csv where total effects are known.";

    private final Document document;
    private final Optional<NamedNetwork> shown;
    private final MoreFiles more;
    private final List<Path> written = new ArrayList<>();
    private boolean lost;

    /** The content of a {@code result.json}, which is written as the object that it is. */
    public interface Document {
        /** The network, as every such document has it; empty where a study ended without one. */
        Optional<NetworkPart> learned();

        List<String> warnings();

        /** What people are told below the network. */
        void describe(PrintWriter out);

        /** What people are told below the files that were written. */
        default void describeEnd(PrintWriter out) {}

        default ExitCode exitCode() {
            return ExitCode.OK;
        }
    }

    /** Writes additional files beside those of the network. */
    @FunctionalInterface
    public interface MoreFiles {
        void writeTo(OutputDirectory directory) throws IOException;
    }

    @FunctionalInterface
    public interface Run {
        NetworkResult learn(RoundObserver observer) throws InterruptedException;
    }

    public NetworkResult(Document document, Optional<WeightMatrix> truth, MoreFiles more) {
        this.document = document;
        Optional<NamedNetwork> learned = document.learned().map(NetworkPart::network);
        this.shown = truth.isPresent() ? learned.map(found -> found.withTruth(truth.get())) : learned;
        this.more = more;
    }

    /**
     * Runs and tells its progress, and writes all files of the result, or none. What was learned and cannot be written
     * is a result all the same: a budget may have been spent on it.
     *
     * @param rounds at most; 0 without
     * @param out a directory that is prepared before the run; null to write nothing
     */
    public static NetworkResult of(Run run, int rounds, @Nullable Path out, CommandContext context)
            throws IOException, InterruptedException {
        long[] bytes = new long[1];
        RoundObserver observer = new RoundObserver() {
            @Override
            public void roundEnded(RoundReport report, Parameters consensus) {
                bytes[0] += report.bytes().total();
                context.progress().update(new Progress.Step("round", report.round() + 1L, rounds, bytes[0]));
            }

            @Override
            public void waitsForRows(SiteId site, String why) {
                context.warn(LogEvent.of(
                                "rows-awaited",
                                site.value() + " cannot read its rows now, which is tried again: " + why)
                        .ofSite(site.value()));
            }
        };
        if (out == null) {
            return run.learn(observer);
        }
        try (OutputDirectory directory = OutputDirectory.prepare(out)) {
            NetworkResult result = run.learn(observer);
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

    public NetworkResult noted(CommandContext context) {
        return noted(context, List.of());
    }

    /** The same of what was not said before. */
    public NetworkResult noted(CommandContext context, List<String> before) {
        document.warnings().stream().filter(line -> !before.contains(line)).forEach(context::note);
        return this;
    }

    /** Writes all files of the result, or none. */
    public void writeTo(OutputDirectory directory) throws IOException {
        if (shown.isPresent()) {
            NetworkPart learned = document.learned().orElseThrow();
            NetworkFiles.write(shown.get(), learned.curves(), learned.effects(), directory);
        }
        more.writeTo(directory);
        directory.write("result.json", JsonOutput.text(document));
        written.addAll(directory.commit());
    }

    @Override
    public Object json() {
        return document;
    }

    @Override
    public ExitCode exitCode() {
        return lost ? ExitCode.BAD_DATA : document.exitCode();
    }

    @Override
    public void describe(PrintWriter out) {
        shown.ifPresent(network -> NetworkFiles.print(network, out));
        document.describe(out);
        written.forEach(path -> out.println("wrote " + path));
        document.describeEnd(out);
    }
}
