// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.samples.privacy.PrivacyRequest;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/** Coordinator and sites of a private study behind masks in one process, which loads what processes of tests load. */
final class StudyInOneProcess {

    static final String COORDINATOR = "coordinator";

    private static final String PORT = "listening on port ";

    private StudyInOneProcess() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        LocalStudy.Terms terms = new LocalStudy.Terms(
                "dp-gram",
                Map.of(),
                Optional.of(PrivacyRequest.parse("epsilon=2")),
                true,
                4,
                0,
                Duration.ofSeconds(60));
        LocalStudy study = new LocalStudy(directory, terms, InstantSource.system());
        FederationRun commands = new FederationRun(directory, study, Optional.empty(), Optional.empty());
        List<String> sites = study.create(TestFederation.rows(3));
        System.exit(run(commands, directory.resolve("result"), sites).values().stream()
                .mapToInt(Program::exitCode)
                .max()
                .orElseThrow());
    }

    /** How each site ended, by its name, and the coordinator. */
    static Map<String, Program> run(FederationRun commands, Path result, List<String> sites) throws Exception {
        return run(commands, result, sites, words -> words);
    }

    /** The same with command lines that the test says otherwise. */
    static Map<String, Program> run(
            FederationRun commands, Path result, List<String> sites, UnaryOperator<List<String>> said)
            throws Exception {
        StringWriter errors = new StringWriter();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Map<String, Future<Program>> running = new TreeMap<>();
            Future<Program> coordinator =
                    threads.submit(() -> Program.run(said.apply(commands.coordinator(result)), errors));
            running.put(COORDINATOR, coordinator);
            while (!errors.toString().contains(PORT) && !coordinator.isDone()) {
                Thread.sleep(20); // what another thread prints cannot be waited for
            }
            String port = errors.toString().split(PORT, -1)[1].split("\\D", 2)[0];
            for (String site : sites) {
                running.put(site, threads.submit(() -> Program.run(said.apply(commands.site(site, port)))));
            }
            Map<String, Program> ended = new TreeMap<>();
            for (Map.Entry<String, Future<Program>> one : running.entrySet()) {
                ended.put(one.getKey(), one.getValue().get());
            }
            return ended;
        } finally {
            threads.shutdownNow();
        }
    }
}
