// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.operate.AnsweredRounds;
import io.hedgerow.samples.operate.InProcessPlan;
import io.hedgerow.samples.operate.NotedSolutions;
import io.hedgerow.samples.operate.Program;
import io.hedgerow.samples.operate.SpentOnce;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.SiteHome;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What must hold after a study, whatever has happened to it. Each rule says how it is broken, or nothing. */
final class Rules {

    private final FaultCase tried;
    private final FaultedStudy study;
    private final Undisturbed undisturbed;

    Rules(FaultCase tried, FaultedStudy study, Undisturbed undisturbed) {
        this.tried = tried;
        this.study = study;
        this.undisturbed = undisturbed;
    }

    /** The plan on the disk is what the name of the kind says. */
    Optional<String> plan() {
        StudySetting setting = tried.setting();
        StudyPlan plan = study.plan().plan();
        boolean masked = plan.secureAggregation().isPresent();
        boolean budget = plan.privacy().budget().isPresent();
        List<String> wrong = new ArrayList<>();
        require(wrong, "masks", masked, isDrawn() ? setting.masked() : tried.kind() == StudyKind.MASKED);
        require(wrong, "a budget", budget, isPrivate());
        require(wrong, "epsilon", plan.privacy().budget().map(b -> b.epsilon()).orElse(0.0), budget ? 3.0 : 0.0);
        require(wrong, "the algorithm", plan.algorithm().id(), setting.algorithm());
        require(wrong, "the sites", plan.sites().size(), setting.sites());
        require(wrong, "the quorum", plan.quorum(), setting.sites());
        require(wrong, "the deadline", plan.deadline(), StudySetting.DEADLINE);
        return wrong.stream().findFirst();
    }

    /** Whether the kind has studies with masks and without. */
    private boolean isDrawn() {
        return tried.kind() == StudyKind.PRIVATE || tried.kind() == StudyKind.QUERIED;
    }

    private boolean isPrivate() {
        return tried.kind() == StudyKind.QUERIED ? tried.setting().hasBudget() : tried.kind() == StudyKind.PRIVATE;
    }

    private static void require(List<String> wrong, String what, Object found, Object expected) {
        if (!found.equals(expected)) {
            wrong.add("the plan on the disk must have " + what + " " + expected + ", has " + found);
        }
    }

    /** After every process has ended with 0: the network is there, and is the right one. */
    Optional<String> network() throws IOException, InterruptedException {
        Path file = study.result().resolve("network.csv");
        if (!Files.exists(file) || !Files.exists(study.result().resolve("result.json"))) {
            return Optional.of("exit 0 without a network");
        }
        JsonNode result = result();
        SignedPlan signed = study.plan();
        List<String> variables = new ArrayList<>();
        result.get("variables").forEach(name -> variables.add(name.asText()));
        if (!variables.equals(signed.plan().schema().names())) {
            return Optional.of("the network is of " + variables);
        }
        if (result.path("secureAggregation").isObject() != tried.setting().masked()) {
            return Optional.of("the result says that its sums were formed "
                    + (tried.setting().masked() ? "without" : "with") + " masks");
        }
        String network = Files.readString(file);
        if (network.contains("NaN") || network.contains("Infinity")) {
            return Optional.of("the network is not finite");
        }
        if (!isPrivate()) {
            return network.equals(undisturbed.network())
                    ? Optional.empty()
                    : Optional.of("exit 0 with another network than the undisturbed study's");
        }
        if (!tried.setting().algorithm().equals("dp-fed-sparse")) {
            // a single release is more than the solution that a journal notes
            return Optional.empty();
        }
        Map<SiteId, Path> journals = new TreeMap<>();
        study.sites()
                .forEach(site -> journals.put(
                        new SiteId(site), study.home(site).journal(signed.plan().name())));
        return network.equals(InProcessPlan.text(signed, NotedSolutions.run(signed, journals)))
                ? Optional.empty()
                : Optional.of("exit 0 with another network than that of what the sites have noted");
    }

    JsonNode result() throws IOException {
        return new ObjectMapper().readTree(study.result().resolve("result.json").toFile());
    }

    /**
     * What left a site is on record and was paid for, once.
     *
     * @param finished whether there is a network, so that every site must have paid
     */
    Optional<String> sites(boolean finished) throws IOException {
        for (String site : study.sites()) {
            Optional<String> wrong = site(site, finished);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private Optional<String> site(String site, boolean finished) throws IOException {
        SiteHome home = study.home(site);
        boolean budget = tried.setting().hasBudget();
        Spent expected = undisturbed.spent().getOrDefault(site, Spent.NOTHING);
        Spent spent = Spent.of(home).orElse(Spent.NOTHING);
        if (!spent.equals(expected) && (finished || !spent.equals(Spent.NOTHING))) {
            return Optional.of(site + " spent " + spent + " and not " + expected);
        }
        List<List<String>> commands = new ArrayList<>();
        if (Files.exists(home.egress())) {
            List<String> verify = new ArrayList<>(
                    List.of("egress", "verify", "--log", home.egress().toString()));
            if (budget) {
                verify.addAll(List.of("--ledger", home.ledger().toString()));
            }
            commands.add(verify);
        } else if (finished) {
            return Optional.of(site + " has no egress log");
        }
        if (budget && Files.exists(home.ledger())) {
            commands.add(List.of("ledger", "verify", "--ledger", home.ledger().toString()));
        }
        for (List<String> command : commands) {
            Program done = Program.run(command);
            if (done.exitCode() != 0) {
                return Optional.of(String.join(" ", command) + " ends with " + done.exitCode() + ": " + done.errors());
            }
        }
        return journal(site, home, !spent.equals(Spent.NOTHING));
    }

    private Optional<String> journal(String site, SiteHome home, boolean charged) throws IOException {
        Path journal = home.journal(study.plan().plan().name());
        try {
            if (Files.exists(journal)) {
                AnsweredRounds.of(site, journal).requireOnce(charged);
            }
            if (charged) {
                boolean sent = Files.exists(home.egress())
                        && EgressLog.verify(home.egress()).bytesByType().getOrDefault("update", 0L) > 0;
                SpentOnce.require(site, LedgerHistory.read(home.ledger()), sent);
            }
        } catch (AssertionError e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        if (!tried.disturbsNetwork() && Files.exists(home.security())) {
            List<String> lines = Files.readAllLines(home.security());
            if (lines.size() > 1) {
                return Optional.of(site + "'s security log has an attack where nothing but processes and disks failed: "
                        + lines.get(1));
            }
        }
        return Optional.empty();
    }
}
