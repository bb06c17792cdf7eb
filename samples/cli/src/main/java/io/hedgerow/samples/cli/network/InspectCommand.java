// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.network;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.inspect.InspectedRows;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.inspect.InspectionResult;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.source.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "inspect",
        description = {
            "Look at files before learning: what is in the way, what would mislead, and what to do.",
            "",
            "It reads rows of files on this machine, without any privacy, and sends nothing. What it prints and writes"
                    + " is for people who may see the rows; it is no release of a study, and no budget pays for it. The"
                    + " exit code is 0 whatever was found."
        })
public final class InspectCommand extends SubCommand {

    /** How files that are no text are read. */
    private static final CsvOptions OTHERS = CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN);

    @Option(
            names = "--data",
            required = true,
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "CSV files, plain or .gz, files of a connector (Arrow, Parquet), or .yaml files with a database"
                            + " query: one per site. Several are also compared with each other.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--person",
            paramLabel = "COLUMN",
            description = "The column that says whose a row is; unless given, one is looked for.")
    private @Nullable String user;

    @Option(
            names = "--write-mappings",
            paramLabel = "DIR",
            description =
                    "Write a mapping file for each file of --data, for --mapping DIR of learn, or --mapping FILE of"
                            + " site and study. Other units, copies and guesses are comments in it.")
    private @Nullable Path mappings;

    @Option(
            names = "--accept",
            split = ",",
            paramLabel = "COLUMN",
            description = "Make the suggestions about these columns lines of the mapping files.")
    private List<String> accepted = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Write inspect.json and inspect.html, with a histogram of every column, to DIR.")
    private @Nullable Path out;

    @Override
    public List<Example> examples() {
        return List.of(
                new Example("One file", "inspect --data ward1.csv"),
                new Example(
                        "Files of three sites, and a mapping file for each",
                        "inspect --data ward1.csv ward2.csv ward3.csv --write-mappings mappings"),
                new Example(
                        "The same, where pounds were confirmed at the source",
                        "inspect --data ward1.csv ward2.csv --write-mappings mappings --accept weight"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        if (!accepted.isEmpty() && mappings == null) {
            throw new IllegalArgumentException("--accept is about mapping files: also give --write-mappings DIR");
        }
        InspectionResult found = InspectionResult.of(files, rows(), Optional.ofNullable(user));
        found.accept(accepted);
        if (mappings != null) {
            found.writeMappings(mappings);
        }
        if (out != null) {
            found.writeTo(out);
        }
        return found;
    }

    private List<InspectedRows> rows() {
        List<InspectedRows> all = new ArrayList<>();
        for (Path file : files) {
            InspectedRows rows = SourceFile.isCsv(file)
                    ? InspectedRows.csv(file)
                    : InspectedRows.file(
                            file,
                            SourceFile.columns(file, OTHERS),
                            texts -> SourceFile.open(
                                    file, OTHERS.withCells(OTHERS.cells().withTexts(texts))));
            if (user != null && !rows.columns().contains(user)) {
                throw new DataException(file + ": must have the column of --person, has no column \"" + user + "\"");
            }
            all.add(rows);
        }
        return all;
    }
}
