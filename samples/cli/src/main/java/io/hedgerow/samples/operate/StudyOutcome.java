// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.network.NetworkFiles;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The end of a study at its coordinator, for people, programs and files. */
public final class StudyOutcome implements Result {

    private final StudyReport report;
    private final Optional<NamedNetwork> network;
    private final List<Path> written = new ArrayList<>();

    public StudyOutcome(StudyPlan plan, CoordinatorNode.Finished finished, Optional<WeightMatrix> truth) {
        this.report = StudyReport.of(plan, finished, truth);
        this.network = StudyReport.picture(plan, finished, truth);
    }

    /** Writes all files of the result, or none. */
    public void writeTo(OutputDirectory directory) throws IOException {
        if (network.isPresent() && report.network() != null) {
            NetworkFiles.write(network.get(), report.network().curves(), directory);
        }
        directory.write("result.json", JsonOutput.text(report));
        written.addAll(directory.commit());
    }

    @Override
    public Object json() {
        return report;
    }

    @Override
    public void describe(PrintWriter out) {
        network.ifPresent(found -> NetworkFiles.print(found, out));
        out.println("study      " + report.study() + ", " + report.algorithm() + ", plan " + report.plan());
        out.println("ended      " + report.state() + ": " + report.reason());
        if (report.state().equals(SiteReport.TOO_FEW)) {
            out.println(
                    "next       start the coordinator and its sites again, with the same commands, to go on with that"
                            + " round; nothing is computed or paid for twice");
        }
        long up = report.sites().stream().mapToLong(StudyReport.Site::wireUp).sum();
        long down =
                report.sites().stream().mapToLong(StudyReport.Site::wireDown).sum();
        out.println("wire       " + Words.count(up, "byte") + " up, " + Words.count(down, "byte") + " down, "
                + Words.count(report.sites().size(), "site"));
        out.println("rounds     "
                + report.sites().stream()
                        .map(site -> site.name() + " " + site.rounds() + " of " + report.rounds())
                        .collect(Collectors.joining(", ")));
        Optional.ofNullable(report.network()).flatMap(NetworkPart::trust).ifPresent(trust -> {
            out.println("trust      " + trust.summary());
            out.println("rows       " + trust.rows());
            trust.hiddenCauses().forEach(pair -> out.println("hidden     " + Printable.line(pair)));
        });
        if (report.metrics() != null) {
            out.println("accuracy   SHD " + report.metrics().shd() + ", skeleton "
                    + report.metrics().skeletonCorrect() + " of "
                    + report.metrics().trueEdges());
        }
        written.forEach(path -> out.println("wrote " + path));
        report.warnings().forEach(warning -> out.println("warning: " + warning));
    }

    @Override
    public ExitCode exitCode() {
        return network.isPresent() ? ExitCode.OK : ExitCode.STUDY_ENDED;
    }
}
