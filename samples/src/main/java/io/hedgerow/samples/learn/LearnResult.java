package io.hedgerow.samples.learn;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.CsvExporter;
import io.hedgerow.core.graph.export.DotExporter;
import io.hedgerow.core.graph.export.GraphExporter;
import io.hedgerow.core.graph.export.GraphMlExporter;
import io.hedgerow.core.graph.export.SvgExporter;
import io.hedgerow.core.graph.export.TextPicture;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
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
        // three columns, whatever ran: confidences are in result.json
        NamedNetwork plain = NamedNetwork.of(network.schema(), network.weights());
        directory.write("network.csv", text(new CsvExporter(), plain));
        for (GraphExporter exporter : List.of(new SvgExporter(), new DotExporter(), new GraphMlExporter())) {
            directory.write("network." + exporter.fileExtension(), text(exporter, network));
        }
        directory.write("result.json", JsonOutput.text(report));
        written.addAll(directory.commit());
    }

    private static String text(GraphExporter exporter, NamedNetwork shown) {
        StringWriter text = new StringWriter();
        try {
            exporter.write(shown, text);
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
        text(TextPicture.unicode(), network).lines().forEach(out::println);
        out.println();
        new Summary(report).describe(out);
        written.forEach(path -> out.println("wrote " + path));
    }
}
