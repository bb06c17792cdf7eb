package io.hedgerow.samples.operate;

import io.hedgerow.samples.cli.CommandLineApplication;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Coordinator and sites of a private study behind masks in one process, which loads what processes of tests load. */
final class StudyInOneProcess {

    private static final String PORT = "listening on port ";

    private StudyInOneProcess() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        LocalStudy.Terms terms =
                new LocalStudy.Terms("dp-gram", Map.of(), Optional.of(2.0), true, 4, 0, Duration.ofSeconds(60));
        LocalStudy study = new LocalStudy(directory, terms, InstantSource.system());
        FederationRun commands = new FederationRun(directory, study, Optional.empty());
        List<String> sites = study.create(TestFederation.rows(3));
        StringWriter said = new StringWriter();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Integer>> ends = new ArrayList<>();
        ends.add(threads.submit(program(said, commands.coordinator(directory.resolve("result")))));
        while (!said.toString().contains(PORT) && !ends.get(0).isDone()) {
            Thread.sleep(20); // what another thread prints cannot be waited for
        }
        String port = said.toString().split(PORT, -1)[1].split("\\D", 2)[0];
        for (String site : sites) {
            ends.add(threads.submit(program(new StringWriter(), commands.site(site, port))));
        }
        int worst = 0;
        for (Future<Integer> end : ends) {
            worst = Math.max(worst, end.get());
        }
        System.exit(worst);
    }

    private static Callable<Integer> program(StringWriter errors, List<String> words) {
        Terminal terminal = new Terminal(
                new PrintWriter(new StringWriter()), new PrintWriter(errors), false, false, InstantSource.system());
        return () -> new CommandLineApplication(Hedgerow.commands(), terminal).run(words.toArray(String[]::new));
    }
}
