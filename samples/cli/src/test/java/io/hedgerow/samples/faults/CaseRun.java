// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One case: the study with its faults, once more without faults if it has stopped, and every rule.
 *
 * @param came the faults that came; others were drawn for a time that the study did not reach
 */
record CaseRun(FaultCase tried, Verdict verdict, List<Fault> came, List<String> trace, double seconds) {

    /** The rounds of a study, several times over, each with its deadline. */
    private static final Duration LONGEST = StudySetting.DEADLINE.multipliedBy(10);

    private static final Duration LONGEST_AGAIN = Duration.ofMinutes(4);

    /** How a process may end that has no result. Nothing was lost, so that no file may be called bad. */
    private static final Set<Integer> STOPS = Set.of(ExitCode.REFUSED.number(), ExitCode.STUDY_ENDED.number());

    /** Words of the command line with which a coordinator goes on after a study that stopped, if there are any. */
    private static final List<String> GO_ON = Arrays.stream(
                    System.getProperty("faults.resume", "").split(" ", -1))
            .filter(word -> !word.isBlank())
            .toList();

    /** Runs a case in a directory, which stays. */
    static CaseRun of(FaultCase tried, Undisturbed undisturbed, Path directory)
            throws IOException, InterruptedException {
        Trace trace = new Trace();
        FaultedStudy study = new FaultedStudy(directory, tried.setting(), tried.kind() == StudyKind.QUERIED, trace);
        List<Injection> injections = new ArrayList<>();
        Verdict verdict;
        try (study) {
            boolean disks = SmallDisk.isPossible();
            for (Fault fault : tried.faults()) {
                if (fault.kind().needsDisk() && !disks) {
                    trace.add("left out, because no file system can be mounted here: " + fault);
                } else {
                    injections.addAll(study.injections(List.of(fault)));
                }
            }
            verdict = new Judgement(tried, study, undisturbed, injections, trace).verdict();
        }
        if (verdict.outcome() != Verdict.Outcome.BROKEN) {
            verdict = left(study, directory.toAbsolutePath().resolve("study"))
                    .map(Verdict::broken)
                    .orElse(verdict);
        }
        List<Fault> came = injections.stream()
                .filter(Injection::hasCome)
                .map(Injection::fault)
                .toList();
        Files.write(directory.resolve("trace.txt"), trace.lines());
        return new CaseRun(tried, verdict, came, trace.lines(), trace.seconds());
    }

    /** Runs and rules in their order. */
    private record Judgement(
            FaultCase tried, FaultedStudy study, Undisturbed undisturbed, List<Injection> injections, Trace trace) {

        Verdict verdict() throws IOException, InterruptedException {
            Rules rules = new Rules(tried, study, undisturbed);
            Optional<String> plan = rules.plan();
            if (plan.isPresent()) {
                return Verdict.broken(plan.get());
            }
            if (!study.run(injections, undisturbed.carried(), List.of(), LONGEST)) {
                return Verdict.broken("does not end within " + LONGEST.toSeconds() + " s: " + running());
            }
            boolean finished = haveAllEndedWell();
            Optional<String> stop = finished ? Optional.empty() : Optional.of(reason());
            if (!finished) {
                Optional<String> unclean = unclean().or(() -> sooner(stop.orElseThrow()));
                if (unclean.isPresent()) {
                    return Verdict.broken(unclean.get());
                }
                trace.add("has stopped: " + stop.orElseThrow() + "; everything is started again, without faults");
                study.inThisProcess();
                if (!study.run(List.of(), undisturbed.carried(), GO_ON, LONGEST_AGAIN)) {
                    return Verdict.broken(
                            "stopped (" + stop.orElseThrow() + "), started again does not end: " + running());
                }
                finished = haveAllEndedWell();
            }
            Optional<String> wrong = finished ? rules.network() : unclean();
            wrong = wrong.isPresent() ? wrong : rules.sites(finished);
            if (wrong.isPresent()) {
                return Verdict.broken(wrong.get()
                        + stop.map(why -> " (after a stop: " + why + ")").orElse(""));
            }
            for (Party party : study.parties()) {
                if (party.printedStackTrace()) {
                    return Verdict.broken(party.name() + " prints a stack trace");
                }
            }
            return outcome(finished, stop);
        }

        private Verdict outcome(boolean finished, Optional<String> stop) throws IOException {
            if (finished && stop.isPresent()) {
                return new Verdict(Verdict.Outcome.STOPPED_AND_WENT_ON, stop.get());
            }
            if (finished) {
                return new Verdict(
                        tried.setting().hasBudget() ? Verdict.Outcome.NETWORK : Verdict.Outcome.SAME_NETWORK, "");
            }
            for (String site : study.sites()) {
                Spent spent = Spent.of(study.home(site)).orElse(Spent.NOTHING);
                if (!spent.equals(Spent.NOTHING)) {
                    return Verdict.broken("paid for (" + site + " spent " + spent + ") without a network or a way on: "
                            + stop.orElseThrow() + "; started again: " + reason());
                }
            }
            return new Verdict(Verdict.Outcome.STOPPED_AT_NO_COST, stop.orElseThrow());
        }

        private boolean haveAllEndedWell() {
            return study.parties().stream().allMatch(party -> party.ended().orElse(-1) == 0);
        }

        private List<String> running() {
            return study.parties().stream()
                    .filter(party -> party.ended().isEmpty())
                    .map(Party::name)
                    .toList();
        }

        /** Every process has a documented end with a reason. */
        private Optional<String> unclean() throws IOException {
            for (Party party : study.parties()) {
                int code = party.ended().orElse(-1);
                if (code != 0 && !STOPS.contains(code)) {
                    return Optional.of(party.name() + " ends with " + code + ": " + party.said());
                }
                if (code != 0 && reason(party).isEmpty()) {
                    return Optional.of(party.name() + " ends with " + code + " and gives no reason");
                }
            }
            return Optional.empty();
        }

        /** A study without a budget has nothing to lose by waiting for a site until the deadline. */
        private Optional<String> sooner(String stop) {
            double deadline = StudySetting.DEADLINE.toSeconds();
            return !tried.setting().hasBudget() && trace.seconds() < deadline
                    ? Optional.of("stopped before the deadline of " + deadline + " s: " + stop)
                    : Optional.empty();
        }

        /** Of the coordinator, or of the first site that has one. */
        private String reason() throws IOException {
            for (Party party : study.parties()) {
                Optional<String> reason = reason(party);
                if (party.ended().orElse(-1) != 0 && reason.isPresent()) {
                    return party.name() + " ended with " + party.ended().orElse(-1) + ": " + reason.get();
                }
            }
            return "no process gives a reason";
        }

        private Optional<String> reason(Party party) throws IOException {
            Path result = study.result().resolve("result.json");
            if (party.name().equals(Party.COORDINATOR) && Files.exists(result)) {
                JsonNode json = new Rules(tried, study, undisturbed).result();
                return Optional.of(
                        json.path("state").asText() + ": " + json.path("reason").asText());
            }
            return party.reason();
        }
    }

    /** A process that has the study's directory on its command line; without a process no port is open. */
    private static Optional<String> left(FaultedStudy study, Path directory) {
        for (Party party : study.parties()) {
            if (party.isAlive()) {
                return Optional.of(party.name() + " does not end when it is told to");
            }
        }
        List<ProcessHandle> processes = ProcessHandle.allProcesses().toList();
        for (ProcessHandle process : processes) {
            if (words(process).contains(directory.toString())) {
                return Optional.of("process " + process.pid() + " still runs");
            }
        }
        return Optional.empty();
    }

    private static String words(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", String.valueOf(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // it has ended meanwhile, or the system says it in another way
        }
    }
}
