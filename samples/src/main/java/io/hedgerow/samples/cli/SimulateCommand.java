// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.core.simulation.StructuralVar;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.simulate.MockSite;
import io.hedgerow.samples.simulate.MockStudy;
import io.hedgerow.samples.simulate.SimulationOptions;
import io.hedgerow.samples.simulate.SiteFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hedgerow simulate}: data of several sites from a network that is known. */
@Command(
        name = "simulate",
        description = "Simulate data: write one CSV file per site, and truth.csv with the network behind them.")
public final class SimulateCommand extends SubCommand {

    @Mixin
    private SimulationOptions simulation = new SimulationOptions();

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Where to write the files.")
    private Path out = Path.of(".");

    @Override
    protected List<Example> examples() {
        return List.of(
                new Example(
                        "Eight hospitals, 20 variables",
                        "simulate --d 20 --edges 20 --sites 8 --rows 5000 --seed 7 --out simulated"),
                new Example(
                        "Sites that differ, skewed noise",
                        "simulate --d 10 --sites 5 --heterogeneity 0.3 --offsets 1 --noise gumbel --out simulated"),
                new Example(
                        "Effects that are no linear functions of their causes",
                        "simulate --d 10 --sites 8 --rows 125 --mechanism gp-add --out simulated"),
                new Example(
                        "Binary columns, counts and skewed amounts",
                        "simulate --d 12 --density 1.5 --mixed --out simulated"),
                new Example(
                        "Made-up rows of a study that is planned, for a rehearsal",
                        "simulate --like study.yaml --seed 3 --out rehearsal"),
                new Example(
                        "Time series of four sites, causes one step back",
                        "simulate --d 10 --density 2 --lags 1 --steps 200 --sites 4 --out simulated"));
    }

    @Override
    protected Result run(CommandContext context) throws IOException {
        if (simulation.ofSeries()) {
            return series();
        }
        if (simulation.isMock()) {
            return mock();
        }
        SimulatedStudy study = simulation.study();
        try (OutputDirectory directory = OutputDirectory.prepare(out)) {
            SiteFiles.write(study, directory);
            List<Path> files = directory.commit();
            return new Written(
                    study.truth().variables(),
                    study.truth().edgeCount(),
                    study.sites(),
                    simulation.rows(),
                    files.stream().map(Path::toString).toList());
        }
    }

    private Result mock() throws IOException {
        MockStudy study = simulation.mock();
        try (OutputDirectory directory = OutputDirectory.prepare(out)) {
            WeightMatrix truth = study.write(directory);
            List<String> files = directory.commit().stream().map(Path::toString).toList();
            return new WrittenMock(truth.variables(), truth.edgeCount(), study.sites(), files);
        }
    }

    /** What was made up. */
    private record WrittenMock(int variables, int edges, List<MockSite> sites, List<String> files) implements Result {
        @Override
        public void describe(PrintWriter out) {
            out.println(Words.count(variables, "variable") + ", " + Words.count(edges, "edge") + " drawn at random");
            sites.forEach(site -> out.println(site.name() + ": " + Words.count(site.rows(), "row")));
            files.forEach(file -> out.println("wrote " + file));
        }
    }

    private Result series() throws IOException {
        try (OutputDirectory directory = OutputDirectory.prepare(out)) {
            StructuralVar model = simulation.writeSeries(directory);
            List<String> files = directory.commit().stream().map(Path::toString).toList();
            return new WrittenSeries(
                    model.slices().size(),
                    model.slices().lags(),
                    model.network().edgeCount(),
                    files);
        }
    }

    /** What was written of series. */
    private record WrittenSeries(int variables, int lags, int edges, List<String> files) implements Result {
        @Override
        public void describe(PrintWriter out) {
            out.println(Words.count(variables, "variable") + ", " + Words.count(lags, "lag") + ", "
                    + Words.count(edges, "edge"));
            files.forEach(file -> out.println("wrote " + file));
        }
    }

    /** What was written. */
    private record Written(int variables, int edges, int sites, long rowsPerSite, List<String> files)
            implements Result {
        @Override
        public void describe(PrintWriter out) {
            out.println(Words.count(variables, "variable") + ", " + Words.count(edges, "edge") + ", "
                    + Words.count(sites, "site") + " with " + Words.count(rowsPerSite, "row") + " each");
            files.forEach(file -> out.println("wrote " + file));
        }
    }
}
