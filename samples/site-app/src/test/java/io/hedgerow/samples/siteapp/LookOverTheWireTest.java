// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.search.ColumnFigures;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.StudyReport;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.SchemaCheck;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.CoordinatorNode.Finished;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteHome;
import io.hedgerow.transport.study.StudyPlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sites look at columns together before they learn, and learn from the same sum. */
@Tag("slow")
@Timeout(180)
class LookOverTheWireTest {

    private static final int SITES = 4;
    private static final int ROWS = 150;
    private static final VariableSchema COLUMNS = VariableSchema.of("age", "dose", "copy", "part");

    @TempDir
    Path folder;

    /** The last site has doses in another unit; the third column copies the first; the last is constant at one site. */
    private static List<RowSource> rows() {
        Random random = new Random(7);
        return IntStream.range(0, SITES)
                .<RowSource>mapToObj(site -> {
                    double[][] rows = new double[ROWS][];
                    for (int r = 0; r < rows.length; r++) {
                        double age = 50 + 10 * random.nextGaussian();
                        double dose = (0.1 * age + random.nextGaussian()) * (site == SITES - 1 ? 1000 : 1);
                        double part = site == 0 ? 1 : dose / (site == SITES - 1 ? 1000 : 1) + random.nextGaussian();
                        rows[r] = new double[] {age, dose, 3 - 2 * age, part};
                    }
                    return InMemoryRows.of(COLUMNS, rows);
                })
                .toList();
    }

    private LocalStudy study(String name, boolean masked) {
        LocalStudy study = new LocalStudy(
                folder.resolve(name),
                new LocalStudy.Terms("inspect", Map.of(), Optional.empty(), masked, 1, 0, Duration.ofMinutes(1)),
                InstantSource.system());
        study.create(rows());
        return study;
    }

    /** Another plan for the homes of a study, signed and allowed as the first one was. */
    private static void plan(LocalStudy study, String name, String algorithm) throws Exception {
        plan(study, name, algorithm, text -> text);
    }

    private static void plan(LocalStudy study, String name, String algorithm, UnaryOperator<String> otherwise)
            throws Exception {
        String before = StudyPlan.read(study.plan()).digest().toString();
        String text = Files.readString(study.plan())
                .replaceFirst("name: .*", "name: " + name)
                .replaceFirst("(?s)algorithm:.*?insecureNoPrivacy", "algorithm: " + algorithm + "\ninsecureNoPrivacy");
        Files.writeString(study.plan(), otherwise.apply(text));
        StudyPlan plan = StudyPlan.read(study.plan());
        Path signatures = DocumentSignatures.beside(study.plan());
        Files.delete(signatures);
        SignedDocuments.sign(plan.digest(), study.plan().resolveSibling("officer.key"), signatures);
        for (String site : study.names()) {
            Path rules = study.site(site).resolve("join.yaml");
            Files.writeString(
                    rules,
                    Files.readString(rules)
                            .replace(before, plan.digest().toString())
                            .replaceFirst("allowedAlgorithms: .*", "allowedAlgorithms: [gram]"));
        }
    }

    @Test
    void aLookBehindMasks_isThatOfPlainSums_andFindsUnitAndCopy() throws Exception {
        LocalStudy open = study("open", false);
        Finished plain = LocalHub.wholeStudy(open);
        Finished masked = LocalHub.wholeStudy(study("masked", true));
        assertEquals(plain.ended().notes(), masked.ended().notes());
        assertEquals(COLUMNS.size(), masked.ended().columns().size());
        for (int j = 0; j < COLUMNS.size(); j++) {
            ColumnFigures one = plain.ended().columns().get(j);
            ColumnFigures other = masked.ended().columns().get(j);
            assertEquals(one.mean(), other.mean(), 1e-6 * one.deviation());
            assertEquals(one.deviation(), other.deviation(), 1e-6 * one.deviation());
            assertEquals(one.kurtosis().orElseThrow(), other.kurtosis().orElseThrow(), 1e-6);
            assertEquals(one.varyingShare(), other.varyingShare(), 1e-6);
        }
        List<String> notes = masked.ended().notes();
        assertTrue(notes.get(0).startsWith("\"copy\" is a copy of \"age\""), notes.get(0));
        assertTrue(notes.get(1).startsWith("deviations of \"dose\" differ"), notes.get(1));
        assertTrue(masked.ended().columns().get(1).scaleFactor().orElseThrow() > 10);
        assertTrue(masked.ended().columns().get(0).scaleFactor().isEmpty());
        assertEquals(0.75, masked.ended().columns().get(3).varyingShare(), 1e-6);
        assertTrue(
                notes.stream().anyMatch(note -> note.startsWith("\"part\" is constant at sites with 25 %")),
                () -> notes.toString());

        requireHonest(SignedPlan.read(open.plan()).plan(), plain);
    }

    /** No network is another thing than one without edges: nothing may read as a finding. */
    private void requireHonest(StudyPlan plan, Finished looked) throws Exception {
        assertEquals(StudyState.ROUNDS_COMPLETED, looked.ended().state());
        assertTrue(looked.ended().network().isEmpty());
        NetworkResult result = StudyReport.result(plan, looked, Optional.empty());
        assertEquals(ExitCode.OK, result.exitCode());
        StringWriter text = new StringWriter();
        result.describe(new PrintWriter(text));
        assertTrue(text.toString().contains("nothing was searched"), text.toString());
        assertFalse(text.toString().contains("edges:"), text.toString());
        Path out = folder.resolve("result");
        try (OutputDirectory directory = OutputDirectory.prepare(out)) {
            result.writeTo(directory);
        }
        Path file = out.resolve("result.json");
        ObjectNode document = JsonOutput.object(Files.readString(file));
        assertEquals(List.of(), SchemaCheck.ofResult().problems(document));
        assertEquals(COLUMNS.size(), document.get("columns").size());
        DataException none = assertThrows(DataException.class, () -> LearnedNetwork.read(file));
        assertTrue(none.getMessage().contains("nothing was searched"), none.getMessage());
    }

    @Test
    void behindMasks_gramAfterALookTakesTheSameSum_andWithoutItsNameNone() throws Exception {
        LocalStudy study = study("study", true);
        LocalHub.wholeStudy(study);
        String look = StudyPlan.read(study.plan()).name();
        plan(study, "other", "{id: gram}");
        refuses(study, "must be released in one study only"); // the test can fail

        plan(study, "learning", "{id: gram, parameters: {after-look: " + look + "}}");
        Finished learned = LocalHub.wholeStudy(study);
        assertEquals(
                StudyState.ROUNDS_COMPLETED,
                learned.ended().state(),
                learned.ended().reason());
        assertTrue(learned.ended().network().orElseThrow().edgeCount() > 0);
        assertEquals(
                SITES * ROWS, learned.ended().evidence().orElseThrow().trust().rows());
    }

    @Test
    void behindMasks_rowsThatChangedAfterTheLook_areNotSummed() throws Exception {
        LocalStudy study = study("study", true);
        LocalHub.wholeStudy(study);
        String look = StudyPlan.read(study.plan()).name();
        Path rows = study.site(study.names().get(0)).resolve("rows.csv");
        List<String> lines = Files.readAllLines(rows);
        Files.write(rows, lines.subList(0, lines.size() - 1));
        plan(study, "learning", "{id: gram, parameters: {after-look: " + look + "}}");
        Finished refused = LocalHub.wholeStudy(study);
        assertTrue(refused.ended().network().isEmpty(), "two sums of nearly the same rows tell the difference");
        assertTrue(security(study).contains("must have one input of this site"), security(study));
    }

    @Test
    void masksThatAreWeakerThanThoseOfTheLook_areRefusedAtTheSites_beforeTheyDial() throws Exception {
        LocalStudy study = study("study", true);
        LocalHub.wholeStudy(study);
        String look = StudyPlan.read(study.plan()).name();
        String after = "{id: gram, parameters: {after-look: " + look + "}}";
        plan(study, "weaker", after, text -> text.replace("suite: hybrid", "suite: classical"));
        refuses(study, "the masks of the plan must be no weaker than those of study " + look);
        plan(
                study,
                "trusting",
                after,
                text -> text.replace("mode: malicious", "mode: honest-but-curious")
                        .replace("suite: classical", "suite: hybrid"));
        refuses(study, "mode was MALICIOUS, is HONEST_BUT_CURIOUS");
    }

    private static void refuses(LocalStudy study, String words) throws Exception {
        SignedPlan plan = SignedPlan.read(study.plan());
        for (String name : study.names()) {
            Membership site = Site.open(study.site(name))
                    .join(plan, plan.rows(new SiteId(name), study.site(name).resolve("rows.csv")), "127.0.0.1:1");
            PolicyRefusedException refused = assertThrows(PolicyRefusedException.class, () -> site.run(event -> {}));
            assertTrue(refused.getMessage().contains(words), refused.getMessage());
        }
    }

    /** Sites would help to open no other sum than that of the look, and its coordinator knows that. */
    @Test
    void aLookOverFewerSites_isNotTakenAgain_andNoOneWaitsForIt() throws Exception {
        LocalStudy study = study("study", true);
        plan(study, "learning", "{id: gram, parameters: {after-look: looked}}");
        SignedPlan plan = SignedPlan.read(study.plan());
        Path home = Files.createDirectories(folder.resolve("home"));
        List<SiteId> sites = plan.plan().sites();
        Parameters sum = Parameters.zeros(plan.method().study().layout().size());
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(home.resolve("looked.journal"))) {
            journal.next();
            journal.append(new CoordinatorRecord.Opened("looked", "0", "sums:1", "masks", sites));
            journal.append(new CoordinatorRecord.Summed(
                    new Aggregate(0, Set.copyOf(sites.subList(1, sites.size())), sum), 1));
        }
        CoordinatorNode hub =
                new CoordinatorNode(new IdentityDirectory(study.coordinator()), home, InstantSource.system());
        PolicyRefusedException refused =
                assertThrows(PolicyRefusedException.class, () -> hub.run(plan, (port, links) -> {}));
        assertTrue(
                refused.getMessage().contains("study looked was opened over 3 of its 4 sites"), refused.getMessage());
    }

    private static String security(LocalStudy study) throws Exception {
        return Files.readString(new SiteHome(study.site(study.names().get(0)).resolve("home")).security());
    }
}
