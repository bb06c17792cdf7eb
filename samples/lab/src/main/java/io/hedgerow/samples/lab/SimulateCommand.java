// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab;

import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.simulation.model.StructuralVar;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.lab.simulate.CategorySimulation;
import io.hedgerow.samples.lab.simulate.MockStudy;
import io.hedgerow.samples.lab.simulate.MockStudy.MockSite;
import io.hedgerow.samples.lab.simulate.SimulationOptions;
import io.hedgerow.samples.operate.SiteFiles;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hedgerow simulate}: simulates data of several sites from a known network. */
@Command(
        name = "simulate",
        description = "Simulate data: write one CSV file per site, and truth.csv with the network behind them.")
public final class SimulateCommand extends SubCommand {

    @Mixin
    private SimulationOptions simulation = new SimulationOptions();

    @Option(names = "--out", required = true, paramLabel = "DIR", description = "Where to write the files.")
    private Path out = Path.of(".");

    @Override
    public List<Example> examples() {
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
                        "Categories of a published network; site 2 never saw one of the levels",
                        "simulate --network child.bif --rows 1000 --without 2:Age=0-3_days --out simulated"),
                new Example(
                        "Numbers and categories, with effects that depend on each other",
                        "simulate --d 20 --categories 0.3 --interactions --out simulated"),
                new Example(
                        "Made-up rows of a study that is planned, for a rehearsal",
                        "simulate --like study.yaml --seed 3 --out rehearsal"),
                new Example(
                        "Time series of four sites, causes one step back",
                        "simulate --d 10 --density 2 --lags 1 --steps 200 --sites 4 --out simulated"));
    }

    @Override
    public Result run(CommandContext context) throws IOException {
        if (simulation.ofCategories()) {
            return written(directory -> {
                CategorySimulation.Drawn drawn = simulation.writeCategories(directory);
                return files -> new WrittenCategories(
                        drawn.schema().size(),
                        drawn.categories(),
                        drawn.truth().edgeCount(),
                        drawn.sites().size(),
                        simulation.rows(),
                        files);
            });
        }
        if (simulation.ofSeries()) {
            return written(directory -> {
                StructuralVar model = simulation.writeSeries(directory);
                TimeSlices slices = model.slices();
                int edges = model.network().edgeCount();
                return files -> new WrittenSeries(slices.size(), slices.lags(), edges, files);
            });
        }
        if (simulation.isMock()) {
            MockStudy study = simulation.mock();
            return written(directory -> {
                WeightMatrix truth = study.write(directory);
                return files -> new WrittenMock(truth.variables(), truth.edgeCount(), study.sites(), files);
            });
        }
        SimulatedSites study = simulation.study();
        return written(directory -> {
            SiteFiles.write(study, directory);
            WeightMatrix truth = study.truth();
            return files -> new Written(truth.variables(), truth.edgeCount(), study.sites(), simulation.rows(), files);
        });
    }

    private interface Writing {
        Function<List<String>, Result> into(OutputDirectory directory) throws IOException;
    }

    private Result written(Writing writing) throws IOException {
        try (OutputDirectory directory = OutputDirectory.prepare(out)) {
            Function<List<String>, Result> result = writing.into(directory);
            return result.apply(directory.commit().stream().map(Path::toString).toList());
        }
    }

    private record WrittenMock(int variables, int edges, List<MockSite> sites, List<String> files) implements Result {
        @Override
        public void describe(PrintWriter out) {
            out.println(Words.count(variables, "variable") + ", " + Words.count(edges, "edge") + " drawn at random");
            sites.forEach(site -> out.println(site.name() + ": " + Words.count(site.rows(), "row")));
            files.forEach(file -> out.println("wrote " + file));
        }
    }

    private record WrittenSeries(int variables, int lags, int edges, List<String> files) implements Result {
        @Override
        public void describe(PrintWriter out) {
            out.println(Words.count(variables, "variable") + ", " + Words.count(lags, "lag") + ", "
                    + Words.count(edges, "edge"));
            files.forEach(file -> out.println("wrote " + file));
        }
    }

    private record WrittenCategories(
            int variables, int categories, int edges, int sites, long rowsPerSite, List<String> files)
            implements Result {
        @Override
        public void describe(PrintWriter out) {
            out.println(Words.count(variables, "variable") + ", " + categories + " of them categories, "
                    + Words.count(edges, "edge") + ", " + Words.count(sites, "site") + " with "
                    + Words.count(rowsPerSite, "row") + " each");
            files.forEach(file -> out.println("wrote " + file));
        }
    }

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
