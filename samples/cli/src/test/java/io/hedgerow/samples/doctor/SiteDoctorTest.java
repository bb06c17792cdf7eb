// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import static io.hedgerow.samples.doctor.DoctoredStudy.assertFails;
import static io.hedgerow.samples.doctor.DoctoredStudy.statuses;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.NoiseSourceProvider;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.doctor.Checkup.Finding;
import io.hedgerow.samples.doctor.Checkup.Finding.Status;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.source.QueryFixtures;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each check, over real files of a private study with secure aggregation. */
@Tag("slow")
class SiteDoctorTest {

    @TempDir
    private Path directory;

    private DoctoredStudy study;

    @BeforeEach
    void makeStudy() {
        study = DoctoredStudy.in(directory.resolve("study"));
    }

    private Path site(String file) {
        return study.site().resolve(file);
    }

    private static InstantSource clock(Duration later) {
        return InstantSource.offset(InstantSource.system(), later);
    }

    @Test
    void rulesThatOthersMayWrite_fail_withTheCommandThatMendsThem() throws IOException {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Files.setPosixFilePermissions(study.site(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(site("join.yaml"), PosixFilePermissions.fromString("rw-rw-r--"));
        Checkup checkup = study.examine();
        assertFails(checkup, ExitCode.BAD_DATA, "files");
        String fix = checkup.findings().stream()
                .filter(one -> one.check().equals("files"))
                .findFirst()
                .orElseThrow()
                .fix();
        assertTrue(fix.startsWith("chmod go-w " + site("join.yaml")), fix);
    }

    @Test
    void soundSite_passesAndIsNotChanged() throws IOException {
        Map<String, byte[]> before = study.content();
        Checkup checkup = study.examine();
        assertFails(checkup, ExitCode.OK);
        Map<String, Status> statuses = statuses(checkup);
        for (String check : List.of(
                "java",
                "disk",
                "files",
                "keys",
                "certificate",
                "name",
                "clock",
                "plan",
                "rules",
                "signatures",
                "roster",
                "noise",
                "algorithm",
                "forecast",
                "data",
                "policy",
                "budget")) {
            assertEquals(Status.PASS, statuses.get(check), check);
        }
        for (String check : List.of("address", "connection", "tls", "hello", "study", "plan digest")) {
            assertEquals(Status.SKIP, statuses.get(check), check);
        }
        Map<String, byte[]> after = study.content();
        assertEquals(before.keySet(), after.keySet());
        before.forEach((file, bytes) -> assertArrayEquals(bytes, after.get(file), file));
    }

    /** States a law, and lacks the library that draws. */
    public static final class WithoutItsLibrary implements NoiseSourceProvider {
        @Override
        public String id() {
            return "bare";
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public NoiseSource open() {
            throw new NoClassDefFoundError("library/Gaussian");
        }
    }

    @Test
    void noise_thatCannotBeDrawn_isRefused_whetherItsLawIsKnownOrNot() throws IOException {
        study.edit(study.study().plan(), "adjacency: replace-one\n", "adjacency: replace-one\n  noise: bare\n");
        requireNoNoise();
        Path jar = study.directory().resolve("jar");
        Path services = Files.createDirectories(jar.resolve("META-INF/services"));
        Files.writeString(services.resolve(NoiseSourceProvider.class.getName()), WithoutItsLibrary.class.getName());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            requireNoNoise();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private void requireNoNoise() {
        Checkup checkup = study.examine();
        Map<String, Status> statuses = statuses(checkup);
        assertEquals(Status.FAIL, statuses.get("noise"), statuses.toString());
        for (String behind : List.of("algorithm", "forecast", "policy")) {
            assertEquals(Status.SKIP, statuses.get(behind), behind);
        }
        assertEquals(ExitCode.REFUSED, checkup.exitCode());
    }

    /** A plan that its officers signed without looking, with numbers of rows that buy nothing. */
    @Test
    void uselessPlan_isRefused_andWithTheWordOfTheOfficersAWarning() throws IOException {
        study.edit(study.study().plan(), "\"60\"", "\"2\"");
        Checkup checkup = study.examine();
        assertEquals(Status.FAIL, statuses(checkup).get("forecast"));
        Files.writeString(study.study().plan(), Files.readString(study.study().plan()) + "despiteForecast: true\n");
        assertEquals(Status.WARN, statuses(study.examine()).get("forecast"));
    }

    @Test
    void data_isReadNoFurtherThanItsFirstLine() throws IOException {
        Files.writeString(site("rows.csv"), "dose,age,pH\nthis,is,no number\n");
        assertFails(study.examine(), ExitCode.OK);
    }

    /** With a budget the number of rows may be secret, so joining does not refuse it, and the doctor asks the site. */
    @Test
    void data_thatIsEmpty_isWarnedOf() throws IOException {
        Files.writeString(site("rows.csv"), "");
        Checkup checkup = study.examine();
        assertFails(checkup, ExitCode.OK);
        assertEquals(Status.WARN, statuses(checkup).get("data"));
    }

    @Test
    void data_isSaidToComeFromALineOrAQuery() throws Exception {
        Checkup file = study.examine();
        assertTrue(said(file).startsWith("the first line names the plan's 3 columns"), said(file));
        Path database = QueryFixtures.table(directory.resolve("rows.db"), site("rows.csv"));
        Path query = QueryFixtures.sqlite(directory, database, "select age, dose, pH from measured");
        Checkup queried = study.examine(query);
        assertTrue(said(queried).startsWith("the query gives the plan's 3 columns"), said(queried));
        String lacking =
                said(study.examine(QueryFixtures.sqlite(directory, database, "select age, dose from measured")));
        assertTrue(lacking.contains("pH") && !lacking.contains("first line"), lacking);
    }

    private static String said(Checkup checkup) {
        return checkup.findings().stream()
                .filter(one -> one.check().equals("data"))
                .map(Finding::found)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void data_withoutAColumn_orMissing_isBadData() throws IOException {
        Files.writeString(site("rows.csv"), "dose,age\n1,2\n");
        assertFails(study.examine(), ExitCode.BAD_DATA, "data");
        Files.delete(site("rows.csv"));
        assertFails(study.examine(), ExitCode.BAD_DATA, "data");
    }

    @Test
    void keys_ofOthersOrMissing_areBadData() throws IOException {
        Path key = site("identity").resolve("tls.key");
        assumeTrue(key.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
        Checkup checkup = study.examine();
        assertFails(checkup, ExitCode.BAD_DATA, "keys");
        assertEquals(Status.SKIP, statuses(checkup).get("certificate"));
        Files.delete(key);
        assertFails(study.examine(), ExitCode.BAD_DATA, "keys");
    }

    @Test
    void certificate_nearItsEnd_isAWarning() {
        Checkup checkup = study.examine(clock(Duration.ofDays(340)));
        assertFails(checkup, ExitCode.OK);
        assertEquals(Status.WARN, statuses(checkup).get("certificate"));
    }

    @Test
    void certificate_beforeOrAfterItsTime_isBadData() {
        assertFails(study.examine(clock(Duration.ofDays(400))), ExitCode.BAD_DATA, "certificate");
        assertFails(study.examine(clock(Duration.ofDays(-2))), ExitCode.BAD_DATA, "certificate", "clock");
    }

    @Test
    void certificate_ofAnotherSite_isBadData_andItsKeyIsNotInTheRoster() {
        Path other = study.study().site("site-2").resolve("identity");
        Checkup checkup = Checkup.of(study.setup(DoctoredStudy.SITE, other, Optional.empty()), InstantSource.system());
        assertFails(checkup, ExitCode.REFUSED, "name", "roster");
    }

    @Test
    void site_thatThePlanDoesNotName_isRefused() {
        Checkup checkup = Checkup.of(study.setup("north", site("identity"), Optional.empty()), InstantSource.system());
        assertFails(checkup, ExitCode.REFUSED, "name", "rules", "roster");
    }

    @Test
    void clock_behindTheLedger_isBadData() {
        Instant later = Instant.now().plus(Duration.ofHours(3));
        openLedger(site("policy.yaml"), InstantSource.fixed(later));
        assertFails(study.examine(), ExitCode.BAD_DATA, "clock");
        assertFails(study.examine(clock(Duration.ofHours(4))), ExitCode.OK);
    }

    @Test
    void policy_thatRequiresAnAnchor_isRefusedWithoutOne() throws IOException {
        study.edit(site("policy.yaml"), "minimumCohort:", "anchors: require\nminimumCohort:");
        assertFails(study.examine(), ExitCode.REFUSED, "anchor");
    }

    @Test
    void ledger_whoseHashIsKeptNowhereElse_isAWarning_andWithAnchorsIsNone() {
        Checkup checkup = study.examine();
        assertFails(checkup, ExitCode.OK);
        Finding anchor = checkup.findings().stream()
                .filter(one -> one.check().equals("anchor"))
                .findFirst()
                .orElseThrow();
        assertEquals(Status.WARN, anchor.status());
        assertTrue(anchor.found().contains("kept nowhere outside of --home"), anchor.toString());
        assertTrue(anchor.fix().contains("--anchors DIR"), anchor.toString());
        Path anchors = study.directory().resolve("anchors");
        SiteSetup setup = study.setup(DoctoredStudy.SITE, site("identity"), Optional.empty(), Optional.of(anchors));
        Checkup anchored = Checkup.of(setup, InstantSource.system());
        assertFails(anchored, ExitCode.OK);
        assertFalse(
                statuses(anchored).containsKey("anchor"), anchored.findings().toString());
    }

    /** The whole directory of the ledger is missing, and what is kept elsewhere says so. */
    @Test
    void ledger_thatIsOlderThanItsAnchor_isRefused() throws IOException {
        SitePolicy policy = SitePolicy.read(site("policy.yaml"));
        Path anchors = study.directory().resolve("anchors");
        AccountedLedger.open(
                        site("elsewhere"),
                        policy,
                        new VariableSchema(List.of("dose", "age", "pH")),
                        new SharedAccounting().rule(),
                        InstantSource.system(),
                        Optional.of(anchors))
                .close();
        SiteSetup setup = study.setup(DoctoredStudy.SITE, site("identity"), Optional.empty(), Optional.of(anchors));
        assertFails(Checkup.of(setup, InstantSource.system()), ExitCode.REFUSED, "anchor");
    }

    private void openLedger(Path file, InstantSource clock) {
        SitePolicy policy = SitePolicy.read(file);
        AccountedLedger.open(
                        site("home").resolve("ledger"),
                        policy.terms(new VariableSchema(List.of("dose", "age", "pH"))),
                        policy.cap(),
                        new SharedAccounting().rule(),
                        new LedgerClock(clock))
                .close();
    }

    @Test
    void signatures_missing_areARefusal() throws IOException {
        Files.delete(study.directory().resolve("study.yaml.sig"));
        assertFails(study.examine(), ExitCode.REFUSED, "signatures");
    }

    @Test
    void plan_thatWasChanged_isRefusedForEveryReason() throws IOException {
        study.edit(study.study().plan(), "deadline: 60s", "deadline: 61s");
        assertFails(study.examine(), ExitCode.REFUSED, "rules", "signatures");
    }

    @Test
    void rules_thatThePlanBreaks_areNamedOneByOne() throws IOException {
        study.edit(site("join.yaml"), "maxEpsilonPerStudy: 2.0", "maxEpsilonPerStudy: 1.0");
        study.edit(site("join.yaml"), "minimumCohort: 3", "minimumCohort: 4");
        Checkup checkup = study.examine();
        assertFails(checkup, ExitCode.REFUSED, "rules");
        assertEquals(
                2,
                checkup.findings().stream()
                        .filter(one -> one.status() == Status.FAIL)
                        .count());
    }

    @Test
    void plan_thatIsNone_isBadData_andTheRestIsSkipped() throws IOException {
        Files.writeString(study.study().plan(), "no: plan\n");
        Checkup checkup = study.examine();
        assertFails(checkup, ExitCode.BAD_DATA, "plan");
        for (String check : List.of("rules", "signatures", "roster", "algorithm", "data", "policy", "budget")) {
            assertEquals(Status.SKIP, statuses(checkup).get(check), check);
        }
    }

    @Test
    void algorithm_thatThisReleaseDoesNotKnow_isNamed() throws IOException {
        study.edit(study.study().plan(), "id: \"dp-gram\"", "id: \"pc\"");
        Checkup checkup = study.examine();
        assertFails(checkup, ExitCode.REFUSED, "rules", "signatures", "algorithm");
        assertEquals(Status.SKIP, statuses(checkup).get("policy"));
    }

    @Test
    void roster_thatNobodySigned_isARefusal() throws IOException {
        Files.delete(study.directory().resolve("roster.yaml.sig"));
        assertFails(study.examine(), ExitCode.REFUSED, "roster");
    }

    @Test
    void policy_missingOrAgainstTheSolver_isARefusal() throws IOException {
        study.edit(site("policy.yaml"), "dp-gram, dp-gram-shared-noise", "dp-scale");
        Checkup checkup = study.examine();
        assertFails(checkup, ExitCode.REFUSED, "policy");
        assertEquals(Status.SKIP, statuses(checkup).get("budget"));
        Files.writeString(site("policy.yaml"), "unit: record\n");
        assertFails(study.examine(), ExitCode.BAD_DATA, "policy");
    }

    @Test
    void policy_withOtherRowsThanThePlan_isARefusal() throws IOException {
        study.edit(site("policy.yaml"), "rows: 60", "rows: 61");
        assertFails(study.examine(), ExitCode.REFUSED, "policy");
    }

    @Test
    void policy_thatProtectsUsersWhereThePlanProtectsRows_isARefusal() throws IOException {
        study.edit(site("policy.yaml"), "unit: record", "unit: {person: patient_id}");
        assertFails(study.examine(), ExitCode.REFUSED, "policy");
        assertFalse(Files.exists(site("home")));
    }

    @Test
    void budget_thatDoesNotCoverThePlan_isARefusal_andNothingIsCharged() throws IOException {
        study.edit(site("policy.yaml"), "perStudy: {epsilon: 2.0", "perStudy: {epsilon: 1.5");
        assertFails(study.examine(), ExitCode.REFUSED, "budget");
        assertFalse(Files.exists(site("home")));
    }

    @Test
    void ledger_ofOtherTerms_isARefusal() throws IOException {
        Path other = directory.resolve("other.yaml");
        Files.writeString(other, Files.readString(site("policy.yaml")).replace("rows: 60", "rows: 59"));
        openLedger(other, InstantSource.system());
        assertFails(study.examine(), ExitCode.REFUSED, "budget");
    }

    @Test
    void ledger_thatWasChanged_isARefusal() throws IOException {
        openLedger(site("policy.yaml"), InstantSource.system());
        Path file = site("home").resolve("ledger").resolve("hedgerow.ledger");
        Files.writeString(file, Files.readString(file).replace("2.0", "9.0"));
        assertFails(study.examine(), ExitCode.REFUSED, "budget");
    }

    @Test
    void disk_thatCannotBeWritten_isBadData() throws IOException {
        Files.writeString(site("home"), "a file where a directory must be\n");
        assertFails(study.examine(), ExitCode.BAD_DATA, "disk");
    }

    @Test
    void disk_isJudgedByItsFreeSpace() {
        assertEquals(Status.FAIL, MachineChecks.disk(directory, 99L << 20).status());
        assertEquals(Status.WARN, MachineChecks.disk(directory, 500L << 20).status());
        assertEquals(Status.PASS, MachineChecks.disk(directory, 2L << 30).status());
    }

    @Test
    void findings_quoteNoRecord() throws IOException {
        Files.writeString(site("rows.csv"), "dose,age\n4711.25,2\n");
        // with its point: digits alone may be a port's, a digest's or a directory's
        assertFalse(study.examine().findings().toString().contains("4711.2"));
        assertTrue(study.examine().json().toString().contains("ready=false"));
    }
}
