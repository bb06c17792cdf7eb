// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.samples.cli.command.GivenOptions;
import io.hedgerow.samples.lab.simulate.ConditionOptions;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.NamedCandidate;
import io.hedgerow.samples.output.CommandContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of {@code experiment grid} that no other table has. */
public final class GridOptions {

    private static final String WARNING = "tuning on rows under a budget spends privacy that no ledger records: choose"
            + " settings on simulated or public rows";

    @Option(
            names = "--grid",
            paramLabel = "NAME=LIST",
            description = "grid: a setting of the method and the values to try, such as lambda-w=0.01,0.1; once or"
                    + " twice.")
    private List<String> axes = new ArrayList<>();

    @Option(
            names = "--cv",
            description = "grid: also learn without each fold and predict it: whole time series are held out, never a"
                    + " part of one.")
    private boolean crossValidated;

    @Option(names = "--folds", paramLabel = "N", description = "grid, with --cv: how many; default 5.")
    private @Nullable Integer folds;

    @Option(
            names = "--data",
            paramLabel = "FILE",
            arity = "1..*",
            description = "grid: files as for learn instead of simulated rows, each a site. Such rows must be"
                    + " public. outside: one folder of data sets, in it or below: site-*.csv or rows.csv, plain or .gz,"
                    + " and truth.csv or knowledge.txt.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--truth", paramLabel = "FILE", description = "grid, with --data: the known edges.")
    private @Nullable Path truth;

    @Option(
            names = "--realisation",
            paramLabel = "COLUMN",
            description = "grid, with --data: which series a row is of.")
    private @Nullable String realisation;

    @Option(names = "--time", paramLabel = "COLUMN", description = "grid, with --data: the order within a series.")
    private @Nullable String time;

    @Option(
            names = "--lags",
            paramLabel = "P",
            description = "grid: how many steps back; default 1 for methods of time series, 0 for the others.")
    private @Nullable Integer lags;

    @Option(names = "--steps", paramLabel = "T", description = "grid: steps of each simulated series; default 100.")
    private int steps = 100;

    @Option(names = "--realisations", paramLabel = "M", description = "grid: simulated series of a site; default 2.")
    private int realisations = 2;

    @Option(
            names = "--insecure-tuning-on-data",
            description = "grid: run a method with a budget on --data although no ledger records what that spends. For"
                    + " rows that are public.")
    private boolean insecure;

    public record Shared(
            List<String> methods,
            List<Integer> sizes,
            List<Integer> seeds,
            int sites,
            int rows,
            List<Double> epsilons,
            ConditionOptions conditions) {
        public Shared {
            methods = List.copyOf(methods);
            sizes = List.copyOf(sizes);
            seeds = List.copyOf(seeds);
            epsilons = List.copyOf(epsilons);
        }
    }

    public void requireNone(String table) {
        if (!axes.isEmpty() || crossValidated || !files.isEmpty() || insecure) {
            throw new IllegalArgumentException("--grid, --cv, --data and --insecure-tuning-on-data go with experiment"
                    + " grid only, were given with " + table + ": leave them out");
        }
    }

    /** The folder of {@code experiment outside}. */
    public Path folder() {
        if (files.size() != 1) {
            throw new IllegalArgumentException("experiment outside needs one folder of --data, has " + files);
        }
        return files.get(0);
    }

    public boolean isOfFiles() {
        return !files.isEmpty();
    }

    public void requireFitting(CommandSpec spec, List<String> methods, String conditions) {
        if (isOfFiles()) {
            GivenOptions.requireNone(
                    spec,
                    "is for what is simulated, which --data replaces",
                    ("--d --seeds --sites --rows --steps --realisations " + conditions).split(" "));
        } else if (isOfSeries(methods)) {
            GivenOptions.requireNone(spec, "is for a method of rows, and this is one of series", "--rows");
        } else {
            GivenOptions.requireNone(
                    spec, "is for a method of series, and this is one of rows", "--steps", "--realisations");
        }
    }

    /** Whether the only named method learns from time series. */
    public boolean isOfSeries(List<String> methods) {
        boolean dynamic = methods.size() == 1
                && new NamedCandidate(methods.get(0)).algorithm().has(MethodTrait.SERIES);
        return lags == null ? dynamic : lags > 0;
    }

    public TableResult run(Shared shared, CommandContext context) throws InterruptedException {
        if (shared.methods().size() != 1 || shared.sizes().size() != 1) {
            throw new IllegalArgumentException("experiment grid needs one of --named-methods and one of --d, has "
                    + shared.methods() + " and " + shared.sizes());
        }
        NamedCandidate method = new NamedCandidate(shared.methods().get(0));
        boolean dynamic = method.algorithm().has(MethodTrait.SERIES);
        int back = lags == null ? (dynamic ? 1 : 0) : lags;
        OptionalDouble epsilon = epsilon(method, shared);
        int held = crossValidated ? (folds == null ? 5 : folds) : 0;
        requireFits(method, dynamic, back, held, shared);
        List<String> remarks = new ArrayList<>();
        GridData.Size size =
                new GridData.Size(shared.sizes().get(0), shared.sites(), shared.rows(), steps, realisations);
        String rows = files.isEmpty()
                ? shared.sites() + " sites with "
                        + (back > 0 ? realisations + " series of " + steps + " steps" : shared.rows() + " rows")
                        + ", seeds " + shared.seeds()
                : "rows of " + files;
        remarks.add(method.text() + ", " + rows + "; " + GridTable.reading(held, back > 0) + ".");
        if (!files.isEmpty()) {
            remarks.add("Warning: " + WARNING + ".");
            context.warn(WARNING);
        }
        if (method.algorithm().has(MethodTrait.PROMISE)) {
            remarks.add("Every run has a budget of epsilon " + epsilon.orElseThrow()
                    + ", charged to a ledger that is forgotten.");
        }
        return new GridTable(
                        method,
                        axes.stream().map(GridAxis::parse).toList(),
                        seed -> data(size, shared.conditions(), back, seed),
                        files.isEmpty() ? shared.seeds() : List.of(0),
                        held,
                        epsilon,
                        remarks)
                .run(context);
    }

    private GridData data(GridData.Size size, ConditionOptions conditions, int back, int seed) {
        if (!files.isEmpty()) {
            return GridData.ofFiles(
                    files,
                    new Lagged.Order(
                            Optional.ofNullable(realisation), Optional.ofNullable(time), OptionalDouble.empty()),
                    back,
                    Optional.ofNullable(truth));
        }
        return back > 0
                ? GridData.simulatedSeries(size, conditions, back, seed)
                : GridData.simulated(size, conditions, seed);
    }

    private OptionalDouble epsilon(NamedCandidate method, Shared shared) {
        if (!method.algorithm().has(MethodTrait.PROMISE)) {
            if (!shared.epsilons().isEmpty()) {
                throw new IllegalArgumentException(
                        "--epsilon is for methods with a budget, was given with " + method.name());
            }
            return OptionalDouble.empty();
        }
        if (!files.isEmpty() && !insecure) {
            throw new IllegalArgumentException(method.name() + " cannot be tuned on --data: " + WARNING
                    + ", or say --insecure-tuning-on-data if the rows are public");
        }
        if (shared.epsilons().size() != 1) {
            throw new IllegalArgumentException(
                    "experiment grid needs one --epsilon for " + method.name() + ", has " + shared.epsilons());
        }
        return OptionalDouble.of(shared.epsilons().get(0));
    }

    private void requireFits(NamedCandidate method, boolean dynamic, int back, int held, Shared shared) {
        if (dynamic != back > 0) {
            throw new IllegalArgumentException("--lags must be "
                    + (dynamic ? "at least 1 for a method of time series" : "0 for a method of rows") + ", was " + back
                    + " with " + method.name());
        }
        if (dynamic && method.algorithm().has(MethodTrait.PROMISE)) {
            throw new IllegalArgumentException(
                    "experiment grid has no users for " + method.name() + ": name another method");
        }
        if (folds != null && !crossValidated) {
            throw new IllegalArgumentException("--folds goes with --cv, was given without: also give --cv");
        }
        if (crossValidated && held < 2) {
            throw new IllegalArgumentException("--folds must be at least 2, was " + held);
        }
        if (files.isEmpty() && (truth != null || realisation != null || time != null)) {
            throw new IllegalArgumentException(
                    "--truth, --realisation and --time go with --data, were given without: also give --data FILE");
        }
        if (files.isEmpty() && (shared.sites() < 1 || shared.rows() < 2 || steps < 2 || realisations < 1)) {
            throw new IllegalArgumentException(
                    "--sites and --realisations must be at least 1, --rows and --steps at" + " least 2, were "
                            + shared.sites() + ", " + realisations + ", " + shared.rows() + " and " + steps);
        }
        if (method.algorithm().has(MethodTrait.TRUTH) && !files.isEmpty() && truth == null) {
            throw new IllegalArgumentException(method.name() + " needs the known network of --data: give --truth FILE");
        }
    }

    /** A setting of a method and the values that are tried, at least one, as in a plan. */
    record GridAxis(String name, List<String> values) {

        private static final int MOST = 100;

        GridAxis {
            values = List.copyOf(values);
        }

        /** Reads {@code lambda-w=0.01,0.1}. */
        static GridAxis parse(String text) {
            String[] parts = text.split("=", -1);
            if (parts.length != 2 || parts[0].isBlank()) {
                throw wrong(text);
            }
            List<String> values = List.of(parts[1].split(",", -1));
            if (values.size() > MOST
                    || values.stream().anyMatch(String::isBlank)
                    || values.stream().distinct().count() < values.size()) {
                throw wrong(text);
            }
            return new GridAxis(parts[0].strip(), values);
        }

        private static IllegalArgumentException wrong(String text) {
            return new IllegalArgumentException("--grid must be a setting and at most " + MOST
                    + " different values, such as lambda-w=0.01,0.1, was '" + text + "'");
        }
    }
}
