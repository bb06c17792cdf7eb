// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.exchange.ExportFormat;
import io.hedgerow.samples.exchange.NetworkFile;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "export",
        description = {
            "Write a network in another program's format.",
            "",
            "{FORMATS}",
            "",
            "A network that has not what the format needs is refused with the reason: equations or tables in "
                    + "result.json for bnlearn and pgmpy, tables for bif and xdsl, curves and total effects for theirs."
        })
public final class ExportCommand extends SubCommand {

    private static final String CSV = "csv";

    @Option(
            names = "--network",
            required = true,
            paramLabel = "DIR|FILE",
            description = "A directory of results, a result.json, or another file that compare reads.")
    private Path network = Path.of("");

    @Option(
            names = "--format",
            required = true,
            paramLabel = "FORMAT",
            converter = ExportFormat.class,
            completionCandidates = ExportFormat.class,
            description = "One of the formats above.")
    private NetworkExporter format = NetworkExporter.of(CSV);

    @Option(names = "--out", paramLabel = "FILE", description = "Write to FILE; to standard output unless given.")
    private @Nullable Path out;

    @Option(
            names = "--raw-names",
            description =
                    "With --format csv: write names as they are. Unless given, a name that a spreadsheet would run"
                            + " as a formula (= + - @ first) has an apostrophe before it, which compare takes off.")
    private boolean rawNames;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("For R", "export --network result --format bnlearn --out network.R"),
                new Example("From BIF to GeNIe", "export --network asia.bif --format xdsl --out asia.xdsl"),
                new Example("For Tetrad", "export --network result --format tetrad --out network.txt"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        if (rawNames && !format.format().equals(CSV)) {
            throw new IllegalArgumentException(
                    "--raw-names is for --format csv: other formats put no apostrophe" + " before names; leave it out");
        }
        NetworkExporter exporter = rawNames ? NetworkExporter.of("raw-csv") : format;
        String text = ExportFormat.text(exporter, NetworkFile.read(network));
        if (out != null) {
            OutputDirectory.writeAlone(out, file -> Files.writeString(file, text));
        }
        return new Exported(format.format(), text, out == null ? null : out.toString());
    }

    /** The exported text, or the file to which it was written. */
    private record Exported(
            String format, String text, @Nullable String file) implements Result {
        @Override
        public Object json() {
            Map<String, String> document = new LinkedHashMap<>();
            document.put("format", format);
            if (file == null) {
                document.put("text", text);
            } else {
                document.put("file", file);
            }
            return document;
        }

        @Override
        public void describe(PrintWriter out) {
            out.print(file == null ? text : "wrote " + file + "\n");
        }

        @Override
        public boolean isDocument() {
            return file == null;
        }
    }
}
