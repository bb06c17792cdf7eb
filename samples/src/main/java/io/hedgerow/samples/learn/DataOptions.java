package io.hedgerow.samples.learn;

import io.hedgerow.core.data.CsvOptions;
import io.hedgerow.core.data.MissingValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where the sites' rows are. */
public final class DataOptions {

    @Option(
            names = "--data",
            required = true,
            arity = "1..*",
            paramLabel = "FILE",
            description = "CSV files, plain or .gz: one per site, or one for all sites together with --sites.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--sites", paramLabel = "P", description = "Split one file into P sites.")
    private @Nullable Integer sites;

    @Option(
            names = "--partition",
            paramLabel = "HOW",
            description = "How one file is split: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private Sites.Partition partition = Sites.Partition.BLOCKS;

    @Option(names = "--no-header", description = "The first line is data; variables are called x1, x2, ...")
    private boolean noHeader;

    @Option(
            names = "--columns",
            split = ",",
            paramLabel = "NAME",
            description = "Use these columns only, in this order.")
    private List<String> columns = new ArrayList<>();

    @Option(
            names = "--missing",
            paramLabel = "HOW",
            description = "What to do with missing cells: ${COMPLETION-CANDIDATES}; default ${DEFAULT-VALUE}.")
    private MissingValues missing = MissingValues.REFUSE;

    /** Nothing chosen. */
    public DataOptions() {}

    /**
     * Opens the files' headers.
     *
     * @param seed for shuffling
     * @return the sites; no row was read
     */
    public Sites sites(long seed) {
        CsvOptions options = CsvOptions.defaults().withMissingValues(missing);
        if (noHeader) {
            options = options.withoutHeader();
        }
        if (!columns.isEmpty()) {
            options = options.withColumns(columns.toArray(String[]::new));
        }
        if (sites == null) {
            return Sites.ofFiles(files, options);
        }
        if (files.size() > 1) {
            throw new IllegalArgumentException("--sites splits one file, but --data has " + files.size()
                    + ": give one file, or leave --sites out to have one site per file");
        }
        if (sites < 1) {
            throw new IllegalArgumentException("--sites must be at least 1, was " + sites);
        }
        return Sites.ofParts(files.get(0), options, sites, partition, seed);
    }
}
