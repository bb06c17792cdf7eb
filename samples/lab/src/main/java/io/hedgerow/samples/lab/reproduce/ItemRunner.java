// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.samples.lab.reproduce.ItemStatus.RunTimes;
import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PlannedRun;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.rows.RowsRun;
import io.hedgerow.samples.lab.reproduce.run.PaperRun;
import io.hedgerow.samples.lab.reproduce.run.RunFile;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import io.hedgerow.samples.lab.reproduce.series.CrossValidationRun;
import io.hedgerow.samples.lab.reproduce.series.RankingRun;
import io.hedgerow.samples.lab.reproduce.series.SeriesRun;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.Progress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Executes the missing runs of an item on several threads, and appends each result to the file. Afterwards lines are in
 * the order of the plan, so that the file is the same for any number of threads, apart from seconds and from the noise
 * of private methods.
 */
record ItemRunner(PaperRun run, int threads, CommandContext context) {

    static PaperRun of(PaperItem item, PaperData files) {
        return switch (item.kind()) {
            case ROWS -> new RowsRun(files, item.watched());
            case SERIES -> new SeriesRun();
            case RANKING -> new RankingRun(files);
            case CROSS_VALIDATION -> new CrossValidationRun(files);
            case ACCOUNTING -> new PrivacyBoundRun();
        };
    }

    /** Runs the plan, except for runs that are in the file. */
    List<RunLine> run(List<PlannedRun> plan, RunFile file) throws IOException, InterruptedException {
        return run(plan, plan, file);
    }

    /** Runs a part of the plan, except for runs that are in the file, which may have others of the plan too. */
    List<RunLine> run(List<PlannedRun> part, List<PlannedRun> plan, RunFile file)
            throws IOException, InterruptedException {
        requireNoStrangers(plan, file.lines());
        Set<String> known = new HashSet<>();
        file.lines().forEach(line -> known.add(line.key()));
        Map<String, List<PlannedRun>> open = new LinkedHashMap<>();
        part.stream()
                .filter(one -> !known.containsAll(one.keys()))
                .forEach(one -> open.computeIfAbsent(one.shared(), shared -> new ArrayList<>())
                        .add(one));
        Set<PlannedRun> left = new HashSet<>();
        open.values().forEach(left::addAll);
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            ExecutorCompletionService<List<PlannedRun>> runs = new ExecutorCompletionService<>(workers);
            open.values().forEach(group -> runs.submit(() -> attempt(group, file)));
            for (int group = 0; group < open.size(); group++) {
                runs.take().get().forEach(left::remove);
                OptionalDouble seconds = RunTimes.of(file.lines()).total(left);
                context.progress()
                        .update(new Progress.Step("run", part.size() - left.size(), part.size(), 0)
                                .withSecondsLeft(seconds.orElse(Double.NaN) / Math.min(threads, open.size())));
            }
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            workers.shutdownNow();
        }
        file.replace(inOrder(plan, file.lines()));
        return file.lines();
    }

    /** Refuses a file with lines of other seeds, points or settings, which are neither dropped nor mixed in. */
    private static void requireNoStrangers(List<PlannedRun> plan, List<RunLine> lines) {
        Set<String> planned = new HashSet<>();
        plan.forEach(one -> planned.addAll(one.keys()));
        for (RunLine line : lines) {
            if (!planned.contains(line.key())) {
                throw new IllegalArgumentException(
                        RunFile.NAME + " must have only measurements of this run, has one of "
                                + line.series() + " at " + line.at() + ", seed " + line.seed() + ", " + line.setting()
                                + ": give another --out, or --full, --seeds and --points that include it");
            }
        }
    }

    /** Runs a group one after the other, on one thread, since its runs may share work. */
    private List<PlannedRun> attempt(List<PlannedRun> group, RunFile file) throws IOException, InterruptedException {
        for (PlannedRun one : group) {
            file.append(attempt(one));
        }
        return group;
    }

    private List<RunLine> attempt(PlannedRun one) throws InterruptedException {
        try {
            return one.lines(run.run(one.settings(), one.seed()));
        } catch (DataException e) {
            throw e; // it would fail in the same way for every run
        } catch (RuntimeException e) { // one failure must not lose a table of hours; it is counted and told
            context.note(one.series() + " failed at " + one.points().get(0) + " for seed " + one.seed() + ": "
                    + Words.reason(e));
            return one.lines(new PaperRun.Measured(Map.of(), Map.of(), 0, 0));
        }
    }

    private static List<RunLine> inOrder(List<PlannedRun> plan, List<RunLine> lines) {
        Map<String, RunLine> byKey = new HashMap<>();
        lines.forEach(line -> byKey.put(line.key(), line));
        List<RunLine> ordered = new ArrayList<>();
        plan.forEach(one -> one.keys().forEach(key -> {
            RunLine line = byKey.get(key);
            if (line != null) {
                ordered.add(line);
            }
        }));
        return ordered;
    }

    private static RuntimeException unwrapped(ExecutionException thrown) throws IOException, InterruptedException {
        Throwable cause = thrown.getCause();
        if (cause instanceof IOException io) {
            throw io;
        }
        if (cause instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        return cause instanceof RuntimeException runtime ? runtime : new IllegalStateException(cause);
    }

    /**
     * Compares the ε of equal noise variance under the steps of 002 and under those of Mangold et al. (2023): 002,
     * appendix A.4. No data are drawn, and the seed means nothing.
     *
     * <p>Symbols: K·T steps, each a selection and an update; L = log(1/δ), δ = 1/n²; Δ the sensitivity of an update, σ²
     * the variance of its noise, μ = Δ/σ. Gumbel noise of scale β for scores has the same ratio of sensitivity to
     * scale. By the formulas of the paper ε_new = KTμ² + 2μ√(KT·L), which is the point of the axis and gives μ; and
     * with Laplace noise of the same variance, so of ε₀ = √2·μ in each of the 2KT mechanisms, ε_old = 2ε₀√(KT·L) +
     * 2KT·ε₀(e^ε₀ − 1). Certified is what the accountant of the SDK proves of the same noise.
     */
    static final class PrivacyBoundRun implements PaperRun {

        private final CertifiedAccountant accountant = new CertifiedAccountant();

        @Override
        public Measured run(Settings settings, int seed) {
            long start = System.nanoTime();
            long steps = (long) settings.whole("steps") * settings.whole("rounds");
            double log = 2 * Math.log(settings.whole("rows"));
            double epsilon = settings.number("epsilon");
            double mu = (Math.sqrt(log + epsilon) - Math.sqrt(log)) / Math.sqrt((double) steps);
            double pure = Math.sqrt(2) * mu;
            double delta = Math.exp(-log);
            boolean certified = settings.has("certified");
            double gaussian = certified
                    ? accountant.epsilon(
                            new MechanismEvent.Sequence(List.of(
                                    new MechanismEvent.Selection(2 * mu, steps),
                                    new MechanismEvent.Gaussian(mu, steps))),
                            delta)
                    : epsilon;
            double laplace = certified
                    ? accountant.epsilon(
                            new MechanismEvent.Sequence(List.of(
                                    new MechanismEvent.PureDp(pure, steps),
                                    new MechanismEvent.Laplace(1 / pure, steps))),
                            delta)
                    : 2 * pure * Math.sqrt(steps * log) + 2 * steps * pure * Math.expm1(pure);
            double here =
                    switch (settings.text("algorithm")) {
                        case "gumbel-and-gaussian" -> gaussian;
                        case "laplace" -> laplace;
                        default ->
                            throw new IllegalArgumentException("algorithm must be gumbel-and-gaussian or laplace, was "
                                    + settings.text("algorithm"));
                    };
            return Measured.of(Map.of(Measure.EPSILON, here, Measure.EPSILON_RATIO, here / gaussian), 0, start);
        }
    }
}
