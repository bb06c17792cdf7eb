package io.hedgerow.samples.learn;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.CsvExporter;
import io.hedgerow.core.graph.export.DotExporter;
import io.hedgerow.core.graph.export.GraphExporter;
import io.hedgerow.core.graph.export.GraphMlExporter;
import io.hedgerow.core.graph.export.SvgExporter;
import io.hedgerow.core.graph.export.TextPicture;
import io.hedgerow.samples.cli.Result;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A finished run: the report, the network, and the files that were written. */
public final class LearnResult implements Result {

    private final LearnReport report;
    private final NamedNetwork network;
    private final List<Path> written = new ArrayList<>();

    LearnResult(LearnReport report, NamedNetwork network) {
        this.report = report;
        this.network = network;
    }

    /**
     * Writes all files of the result, or none.
     *
     * @param directory prepared
     * @throws IOException when one cannot be written
     */
    public void writeTo(OutputDirectory directory) throws IOException {
        List<GraphExporter> exporters =
                List.of(new CsvExporter(), new SvgExporter(), new DotExporter(), new GraphMlExporter());
        for (GraphExporter exporter : exporters) {
            directory.write("network." + exporter.fileExtension(), text(exporter));
        }
        directory.write("result.json", JsonOutput.text(report));
        written.addAll(directory.commit());
    }

    private String text(GraphExporter exporter) {
        StringWriter text = new StringWriter();
        try {
            exporter.write(network, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * The report.
     *
     * @return what {@code result.json} says
     */
    public LearnReport report() {
        return report;
    }

    @Override
    public Object json() {
        return report;
    }

    @Override
    public void describe(PrintWriter out) {
        out.print(text(TextPicture.unicode()));
        out.println();
        LearnReport.Metrics metrics = report.metrics();
        out.printf(
                "%s: %d variables, %d sites, %d edges%n",
                report.algorithm(), report.variables().size(), report.sites().size(), metrics.edges());
        if (metrics.shd() != null) {
            out.printf(
                    "structural Hamming distance %d, true positive rate %.2f, false discovery rate %.2f, %d of %d"
                            + " edges found whatever their direction%n",
                    metrics.shd(), metrics.tpr(), metrics.fdr(), metrics.skeletonCorrect(), metrics.trueEdges());
        }
        LearnReport.SimulationChecks checks = report.checks();
        if (checks != null) {
            out.printf(
                    "for comparison: sorting by variance and regressing has distance %d; varsortability %.2f%n",
                    checks.sortAndRegressShd(), checks.varsortability());
        }
        LearnReport.Communication bytes = report.communication();
        if (report.rounds() > 0) {
            out.printf(
                    "%d rounds, %.1f kB up, %.1f kB down%n",
                    report.rounds(), bytes.bytesUp() / 1e3, bytes.bytesDown() / 1e3);
        } else if (bytes.bytesUp() > 0) {
            out.printf("one release, %.1f kB up%n", bytes.bytesUp() / 1e3);
        }
        out.printf("privacy: %s%n", report.privacy().guarantee());
        written.forEach(path -> out.println("wrote " + path));
    }
}
