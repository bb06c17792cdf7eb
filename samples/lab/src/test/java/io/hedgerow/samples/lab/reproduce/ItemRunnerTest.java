// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.lab.reproduce.item.PlannedRun;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.PaperRun;
import io.hedgerow.samples.lab.reproduce.run.RunFile;
import io.hedgerow.samples.lab.reproduce.run.RunFile.RunLine;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.Progress;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ItemRunnerTest {

    private static final List<Measure> MEASURES = List.of(Measure.SHD);

    private final StringWriter err = new StringWriter();
    private final CommandContext context = new CommandContext(
            Progress.silent(),
            new EventLog(new PrintWriter(err), EventLog.Format.TEXT, InstantSource.system()),
            false,
            InstantSource.system());
    private final AtomicInteger runs = new AtomicInteger();

    @TempDir
    Path directory;

    private final List<PlannedRun> plan = IntStream.range(0, 6)
            .mapToObj(seed -> new PlannedRun(seed, "A", List.of("1"), new Settings(Map.of("k", "v"))))
            .toList();

    private PaperRun.Measured measured(double shd) {
        return new PaperRun.Measured(Map.of(Measure.SHD, shd), Map.of(), 7, 0);
    }

    private String table(int threads) throws IOException, InterruptedException {
        RunFile file = RunFile.open(directory, MEASURES);
        new ItemRunner(
                        (settings, seed) -> {
                            runs.incrementAndGet();
                            return measured(seed * 0.1);
                        },
                        threads,
                        context)
                .run(plan, file);
        return Files.readString(directory.resolve(RunFile.NAME));
    }

    @Test
    void run_afterACutLine_runsThatOneAndWhatIsMissing() throws IOException, InterruptedException {
        String whole = table(1);
        assertEquals(6, runs.getAndSet(0));
        // killed while the fourth line was written
        int third = whole.indexOf("3,A,");
        Files.writeString(directory.resolve(RunFile.NAME), whole.substring(0, third + 6));
        assertEquals(whole, table(1));
        assertEquals(3, runs.getAndSet(0), "seeds 3, 4 and 5");
        assertEquals(whole, table(1));
        assertEquals(0, runs.get(), "all is there");
    }

    @Test
    void run_onSeveralThreads_writesTheSameFile() throws IOException, InterruptedException {
        String one = table(1);
        Files.delete(directory.resolve(RunFile.NAME));
        assertEquals(one, table(3));
    }

    /** Methods on the same data may share work, so they are run one after the other on one thread. */
    @Test
    void run_ofMethodsOnTheSameData_staysOnOneThread() throws IOException, InterruptedException {
        List<PlannedRun> methods = new ArrayList<>();
        for (String name : List.of("voting", "averaging")) {
            for (int seed = 0; seed < 4; seed++) {
                methods.add(
                        new PlannedRun(seed, name, List.of("1"), new Settings(Map.of("algorithm", name, "rows", "5"))));
            }
        }
        List<String> begun = Collections.synchronizedList(new ArrayList<>());
        PaperRun noting = (settings, seed) -> {
            begun.add(Thread.currentThread().getName() + " " + seed);
            return measured(seed);
        };
        List<RunLine> lines = new ItemRunner(noting, 2, context).run(methods, RunFile.open(directory, MEASURES));
        assertEquals(8, begun.size());
        assertEquals(4, new HashSet<>(begun).size(), "each seed on one thread: " + begun);
        assertEquals(
                List.of("voting", "voting", "voting", "voting", "averaging", "averaging", "averaging", "averaging"),
                lines.stream().map(RunLine::series).toList(),
                "in the order of the plan");
    }

    /** Of runs that take two seconds each; three of them were there before, which does not make the rest shorter. */
    @Test
    void progress_saysWhatIsLeft_fromRunsThatWereMeasured() throws IOException, InterruptedException {
        List<Progress.Step> steps = new ArrayList<>();
        Progress watching = new Progress() {
            @Override
            public void update(Step step) {
                steps.add(step);
            }

            @Override
            public void close() {}
        };
        CommandContext watched = new CommandContext(
                watching,
                new EventLog(new PrintWriter(err), EventLog.Format.TEXT, InstantSource.system()),
                false,
                InstantSource.system());
        RunFile file = RunFile.open(directory, MEASURES);
        PaperRun two = (settings, seed) -> new PaperRun.Measured(Map.of(Measure.SHD, 1.0), Map.of(), 0, 2);
        new ItemRunner(two, 1, context).run(plan.subList(0, 3), plan, file);
        new ItemRunner(two, 1, watched).run(plan, file);
        assertEquals(
                List.of(4L, 5L, 6L), steps.stream().map(Progress.Step::done).toList());
        assertEquals(
                List.of(4.0, 2.0, 0.0),
                steps.stream().map(Progress.Step::secondsLeft).toList());
    }

    /** Such as after --quick in a directory of --full: neither dropped nor mixed in. */
    @Test
    void run_beforeMeasurementsOfAnotherRun_isRefused() throws IOException, InterruptedException {
        String other = table(1).replaceFirst("0,A,1,k=v", "0,A,1,k=w");
        Files.writeString(directory.resolve(RunFile.NAME), other);
        String said =
                assertThrows(IllegalArgumentException.class, () -> table(1)).getMessage();
        assertTrue(said.contains("one of A at 1, seed 0, k=w: give another --out"), said);
        assertEquals(other, Files.readString(directory.resolve(RunFile.NAME)), "nothing was lost");
    }

    @Test
    void run_thatFails_isCountedAndTold() throws IOException, InterruptedException {
        RunFile file = RunFile.open(directory, MEASURES);
        List<RunLine> lines = new ItemRunner(
                        (settings, seed) -> {
                            if (seed == 2) {
                                throw new IllegalStateException("no luck");
                            }
                            return measured(seed);
                        },
                        2,
                        context)
                .run(plan, file);
        assertEquals(6, lines.size());
        assertTrue(lines.get(2).figures().isEmpty());
        assertTrue(err.toString().contains("A failed at 1 for seed 2: no luck"), err.toString());
        assertEquals(file.lines(), RunFile.read(directory.resolve(RunFile.NAME), MEASURES), "read back");
    }

    @Test
    void open_ofAnotherTable_isRefused() throws IOException {
        Files.writeString(directory.resolve(RunFile.NAME), "a,b\n1,2\n");
        String said = assertThrows(IllegalArgumentException.class, () -> RunFile.open(directory, MEASURES))
                .getMessage();
        assertTrue(said.contains("give another --out"), said);
    }

    @Test
    void watchedRounds_haveALineEach_andTheEndWhereNothingWasWatched() {
        PlannedRun run = new PlannedRun(1, "A", List.of("1", "2"), Settings.NONE);
        PaperRun.Measured measured =
                new PaperRun.Measured(Map.of(Measure.SHD, 9.0), Map.of(1, Map.of(Measure.SHD, 4.0)), 0, 0);
        List<RunLine> lines = run.lines(measured);
        assertEquals(4.0, lines.get(0).figures().get(Measure.SHD));
        assertEquals(9.0, lines.get(1).figures().get(Measure.SHD), "it ended after the first round");
        PlannedRun first = new PlannedRun(1, "A", List.of("1"), Settings.NONE);
        assertEquals(4.0, first.lines(measured).get(0).figures().get(Measure.SHD), "the same where it stands alone");
    }
}
