// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.samples.lab.outside.OutsideSet.OutsideData;
import io.hedgerow.samples.lab.table.Column;
import io.hedgerow.samples.lab.table.Meter;
import io.hedgerow.samples.lab.table.Meter.Range;
import io.hedgerow.samples.lab.table.TableResult;
import io.hedgerow.samples.lab.trial.Candidate;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import io.hedgerow.samples.output.Table;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the search on data that this project did not simulate with a plain climb and, if there is one, Tetrad's
 * library. Every method has the same rows in memory; those of Tetrad and the climb are given covariances within sites,
 * which {@code gram} computes itself.
 *
 * @param folder of sets, found in it and below
 * @param tetrad jars of Tetrad's library; empty without
 * @param transform the transform of each site's columns
 * @param warmUps runs before the measured ones
 * @param runs measured runs; at least 1
 */
public record OutsideTable(Path folder, List<Path> tetrad, Transform transform, int warmUps, int runs) {

    private static final double SURE = 0.95;
    private static final String BOSS = "boss";

    private static final double LEAST_SECONDS = 0.3;
    private static final int MOST_TIMES = 20;

    public OutsideTable {
        tetrad = List.copyOf(tetrad);
        if (warmUps < 0 || runs < 1) {
            throw new IllegalArgumentException(
                    "--warmup must be at least 0 and --runs at least 1, were " + warmUps + " and " + runs);
        }
    }

    /** Reads a list of jars, written as a class path. */
    public static List<Path> jars(String path) {
        return Stream.of(path.split(Pattern.quote(File.pathSeparator), -1))
                .filter(part -> !part.isBlank())
                .map(Path::of)
                .toList();
    }

    private record Method(String name, Search search) {}

    private interface Search {
        Answer find(Sites unread, OutsideData.WithinSites moments) throws InterruptedException;
    }

    private record Answer(Links links, Optional<Evidence> evidence) {}

    public TableResult run(CommandContext context) throws InterruptedException {
        List<OutsideSet> sets = OutsideSet.find(folder);
        if (tetrad.isEmpty()) {
            return run(sets, methods(Optional.empty()), context);
        }
        try (TetradLibrary library = TetradLibrary.open(tetrad)) {
            return run(sets, methods(Optional.of(library)), context);
        }
    }

    private List<Method> methods(Optional<TetradLibrary> library) {
        List<Method> all = new ArrayList<>();
        for (Candidate candidate : List.of(Candidate.GRAM, Candidate.HILL_CLIMBING)) {
            all.add(new Method(candidate.label(), (sites, moments) -> learn(candidate, sites)));
        }
        all.add(new Method(
                "plain-climb",
                (sites, moments) -> new Answer(
                        Links.ofClass(
                                BicClimb.climb(sites.schema().size(), moments.covariance(), (double) moments.free())),
                        Optional.empty())));
        library.ifPresent(jars -> {
            all.add(new Method(
                    BOSS,
                    (sites, moments) ->
                            new Answer(jars.boss(moments, sites.schema().size()), Optional.empty())));
            all.add(new Method(
                    "gfci",
                    (sites, moments) ->
                            new Answer(jars.gfci(moments, sites.schema().size()), Optional.empty())));
        });
        return all;
    }

    private Answer learn(Candidate candidate, Sites sites) throws InterruptedException {
        LearnedNetwork found = transform
                .of(candidate.settings(sites.schema().size()))
                .learn(sites.data(), Optional.empty(), Optional.empty(), (report, consensus) -> {})
                .found();
        Optional<Evidence> evidence = candidate == Candidate.GRAM ? found.evidence() : Optional.empty();
        return new Answer(Links.ofClass(Dag.of(found.network())), evidence);
    }

    private TableResult run(List<OutsideSet> sets, List<Method> methods, CommandContext context)
            throws InterruptedException {
        List<OutsideRow> rows = new ArrayList<>();
        long done = 0;
        for (OutsideSet set : sets) {
            Optional<String> leftOut = set.leftOut();
            if (leftOut.isPresent()) {
                rows.add(OutsideRow.without(set.name(), "left out: " + leftOut.get()));
            } else {
                rows.addAll(of(set, methods, context));
            }
            context.progress().update(new Progress.Step("set", ++done, sets.size(), 0));
        }
        Table table = Column.table(2, OutsideRow.COLUMNS, rows);
        return new TableResult(remarks(), table, rows, Map.of("table.csv", table.csv()));
    }

    private List<OutsideRow> of(OutsideSet set, List<Method> methods, CommandContext context)
            throws InterruptedException {
        List<OutsideRow> rows = new ArrayList<>();
        OutsideData data;
        OutsideData.WithinSites moments;
        try {
            data = set.read(transform);
            moments = data.within();
        } catch (DataException e) { // one set must not lose the table of all others
            context.note(set.name() + " was left out: " + Words.reason(e));
            return List.of(OutsideRow.without(set.name(), "left out: see the note"));
        }
        data.knowledge()
                .filter(known -> !known.missing().isEmpty())
                .ifPresent(known -> context.note(set.name() + ": knowledge of " + String.join(", ", known.missing())
                        + " is not used, no column has this name"));
        @Nullable Double boss = null;
        for (Method method : methods) {
            try {
                Timed found = timed(method, data, moments);
                boss = method.name().equals(BOSS) ? Double.valueOf(found.seconds()) : boss;
                rows.add(row(set, method, data, moments, found));
            } catch (RuntimeException e) { // nor must one method
                context.note(method.name() + " failed on " + set.name() + ": " + Words.reason(e));
                rows.add(OutsideRow.without(set.name(), method.name() + " failed: see the note"));
            }
        }
        @Nullable Double ofBoss = boss;
        return rows.stream().map(row -> row.comparedWith(ofBoss)).toList();
    }

    /** A method's answer, with the median time of its measured runs. */
    private record Timed(Answer answer, double seconds) {}

    private Timed timed(Method method, OutsideData data, OutsideData.WithinSites moments) throws InterruptedException {
        double[] seconds = new double[runs];
        @Nullable Answer answer = null;
        for (int run = -warmUps; run < runs; run++) {
            Meter meter = Meter.start();
            double taken = 0;
            int times = 0;
            // the clock of a process ticks in hundredths of a second; a second run would not be a first one, though
            boolean again = run >= 0 && warmUps > 0;
            while (times == 0 || (again && taken < LEAST_SECONDS && times < MOST_TIMES)) {
                answer = method.search().find(data.unread(), moments);
                taken = meter.read().cpuSeconds();
                times++;
            }
            if (run >= 0) {
                seconds[run] = taken / times;
            }
        }
        return new Timed(Objects.requireNonNull(answer), Range.of(seconds).median());
    }

    private static OutsideRow row(
            OutsideSet set, Method method, OutsideData data, OutsideData.WithinSites moments, Timed found) {
        Answer answer = found.answer();
        Links links = answer.links();
        List<String> names = data.sites().schema().names();
        Optional<int[]> wrong = data.truth().map(links::wrong);
        Optional<EquivalenceClass> type = data.truth()
                .filter(truth ->
                        StructureMetrics.of(truth, truth).equivalenceDistance().isPresent()) // without cycles
                .map(truth -> EquivalenceClass.of(Dag.of(truth)));
        Optional<int[]> sure = answer.evidence().map(evidence -> sure(evidence, data));
        return new OutsideRow(
                set.name(),
                moments.rows(),
                data.sites().all().size(),
                data.variables(),
                data.truth().map(WeightMatrix::edgeCount).orElse(null),
                method.name(),
                wrong.map(pairs -> pairs[0]).orElse(null),
                wrong.map(pairs -> pairs[1]).orElse(null),
                links.type().flatMap(own -> type.map(own::distance)).orElse(null),
                data.knowledge()
                        .map(known -> links.impossible((i, j) -> known.contradicts(names.get(i), names.get(j))))
                        .orElse(null),
                answer.evidence()
                        .map(evidence -> evidence.trust().flags().stream()
                                .sorted()
                                .map(Misfit::code)
                                .toList())
                        .orElse(List.of()),
                sure.map(pairs -> pairs[0]).orElse(null),
                data.truth().isEmpty() ? null : sure.map(pairs -> pairs[1]).orElse(null),
                found.seconds(),
                null);
    }

    private static int[] sure(Evidence evidence, OutsideData data) {
        int[] sure = new int[2];
        for (int i = 0; i < data.variables(); i++) {
            for (int j = i + 1; j < data.variables(); j++) {
                if (evidence.pairs().adjacentRaw(i, j).orElse(0) >= SURE) {
                    int from = i;
                    int to = j;
                    sure[0]++;
                    sure[1] += data.truth()
                                    .filter(truth -> truth.hasEdge(from, to) || truth.hasEdge(to, from))
                                    .isPresent()
                            ? 1
                            : 0;
                }
            }
        }
        return sure;
    }

    private List<String> remarks() {
        String columns = transform == Transform.NONE ? "" : " Columns: " + transform.remark() + ".";
        return List.of(
                "Sets of " + folder + "." + columns
                        + " Skeleton errors: pairs that one of network and truth joins. Class"
                        + " distance: pairs that the classes of both join differently. Impossible: directions that"
                        + " contradict what is known. Sure: pairs with a probability of 0.95 and more.",
                "CPU seconds of this process, the median of " + runs + " after " + warmUps
                        + " that are not counted"
                        + (warmUps > 0 ? "; short ones are the mean of several. " : ". ")
                        + Meter.machine());
    }

    /**
     * The result of one method on one data set. Fields that do not apply are absent.
     *
     * @param variables d
     * @param trueEdges of the known network
     * @param method the method that was run, or the reason why none was
     * @param missing pairs that the truth joins and the method does not
     * @param extra pairs that the method joins and the truth does not
     * @param classDistance pairs that the equivalence classes of both join differently
     * @param impossible edges whose direction contradicts what is known
     * @param flags the flags of the result against its own model
     * @param sure pairs with a probability of 0.95 or more, before any cap
     * @param sureRight how many of them the truth joins
     * @param cpuSeconds of all threads of this process, the median of the measured runs
     * @param toBoss that divided by what BOSS took on the same set
     */
    private record OutsideRow(
            String set,
            @Nullable Long rows,
            @Nullable Integer sites,
            @Nullable Integer variables,
            @Nullable Integer trueEdges,
            String method,
            @Nullable Integer missing,
            @Nullable Integer extra,
            @Nullable Integer classDistance,
            @Nullable Integer impossible,
            List<String> flags,
            @Nullable Integer sure,
            @Nullable Integer sureRight,
            @Nullable Double cpuSeconds,
            @Nullable Double toBoss) {
        OutsideRow {
            flags = List.copyOf(flags);
        }

        static OutsideRow without(String set, String why) {
            return new OutsideRow(
                    set, null, null, null, null, why, null, null, null, null, List.of(), null, null, null, null);
        }

        OutsideRow comparedWith(@Nullable Double seconds) {
            return new OutsideRow(
                    set,
                    rows,
                    sites,
                    variables,
                    trueEdges,
                    method,
                    missing,
                    extra,
                    classDistance,
                    impossible,
                    flags,
                    sure,
                    sureRight,
                    cpuSeconds,
                    cpuSeconds == null || seconds == null || !(seconds > 0) ? null : cpuSeconds / seconds);
        }

        @Nullable Integer skeletonErrors() {
            return missing == null || extra == null ? null : Integer.valueOf(missing + extra);
        }

        static final List<Column<OutsideRow>> COLUMNS = List.of(
                new Column<>("set", OutsideRow::set),
                new Column<>("method", OutsideRow::method),
                whole("rows", OutsideRow::rows),
                whole("d", OutsideRow::variables),
                whole("true edges", OutsideRow::trueEdges),
                whole("skeleton errors", OutsideRow::skeletonErrors),
                whole("class distance", OutsideRow::classDistance),
                whole("impossible", OutsideRow::impossible),
                new Column<>("flags", row -> row.flags.isEmpty() ? "-" : String.join(" ", row.flags)),
                whole("sure", OutsideRow::sure),
                whole("right", OutsideRow::sureRight),
                number("CPU s", OutsideRow::cpuSeconds),
                number("to BOSS", OutsideRow::toBoss));

        private static Column<OutsideRow> whole(String name, Function<OutsideRow, @Nullable Number> value) {
            return new Column<>(name, row -> {
                Number figure = value.apply(row);
                return figure == null ? "-" : figure.toString();
            });
        }

        private static Column<OutsideRow> number(String name, Function<OutsideRow, @Nullable Double> value) {
            return new Column<>(name, row -> {
                Double figure = value.apply(row);
                return figure == null ? "-" : String.format(Locale.ROOT, "%.2f", figure);
            });
        }
    }
}
