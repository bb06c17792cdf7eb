// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.identity.CertificateAuthority;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What does not fit is refused in one line with its own exit code; what a site can see by itself, before it dials or
 * reads a record.
 */
@Tag("slow")
@Timeout(300)
class RefusalTest {

    private static final int BAD_FILE = 3;
    private static final int REFUSED = 5;
    private static final String SITE = "site-1";

    @TempDir
    Path temp;

    private TestFederation plain;
    private Path home;

    @BeforeEach
    void makeStudy() throws IOException {
        plain = TestFederation.plain(temp.resolve("study"), 3, 0, 120);
        home = plain.study().site(SITE);
    }

    @Test
    void planWithoutSignature_isRefused() throws Exception {
        Files.delete(DocumentSignatures.beside(plain.study().plan()));
        requireRefused(plain, REFUSED, "does not join study local-study", "must be signed by 1 of 1 officers");
    }

    @Test
    void planThatIsNotAllowed_isRefused() throws Exception {
        signOtherPlan();
        requireRefused(plain, REFUSED, "does not join study local-study", "allowedPlans");
    }

    @Test
    void cohortBelowTheSitesOwn_isRefused() throws Exception {
        replace(home.resolve("join.yaml"), "minimumCohort: 3", "minimumCohort: 4");
        requireRefused(plain, REFUSED, "minimumCohort", "4");
    }

    @Test
    void rulesThatOthersMayWrite_areNoRules() throws Exception {
        assumeTrue(home.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxr-x"));
        requireRefused(plain, BAD_FILE, "others than their owner may write to " + home, "chmod go-w " + home);
        assertFalse(Files.exists(home.resolve("home")), "nothing was made");
    }

    @Test
    void studyOfOtherSites_isRefused() throws Exception {
        List<String> words = new ArrayList<>(plain.siteArguments(SITE));
        Collections.replaceAll(words, SITE, "elsewhere");
        assertRefused(words, REFUSED, "elsewhere");
    }

    @Test
    void epsilonAboveTheSitesOwn_isRefused_andSoIsABudgetThatIsSpent() throws Exception {
        try (TestFederation federation = TestFederation.budgeted(temp.resolve("budget"), 3, false, 120)) {
            Path rules = federation.study().site(SITE).resolve("join.yaml");
            replace(rules, "maxEpsilonPerStudy: 2.0", "maxEpsilonPerStudy: 0.5");
            requireRefused(federation, REFUSED, "epsilon", "0.5");
            replace(rules, "maxEpsilonPerStudy: 0.5", "maxEpsilonPerStudy: 2.0");
            replace(federation.study().site(SITE).resolve("policy.yaml"), "{epsilon: 2.0", "{epsilon: 0.5");
            requireRefused(federation, REFUSED, "epsilon");
            assertTrue(federation.ledger(SITE).spent().studies().isEmpty(), "nothing is charged by a refusal");
        }
    }

    @Test
    void rosterThatDoesNotFit_isRefused() throws Exception {
        try (TestFederation federation = TestFederation.masked(temp.resolve("masked"), 3, 0, 120)) {
            Path roster = federation.study().roster().orElseThrow();
            Path signatures = DocumentSignatures.beside(roster);
            RosterDocument document = RosterDocument.read(roster);
            Files.delete(roster);
            Files.delete(signatures);
            List<RosterDocument.Member> others = new ArrayList<>(document.members());
            Collections.reverse(others);
            RosterDocument reversed = new RosterDocument(document.coordinator(), others);
            reversed.write(roster);
            requireRefused(federation, REFUSED, "does not join study", "the roster must be signed");
            SignedDocuments.sign(reversed.digest(), temp.resolve("masked/officer.key"), signatures);
            requireRefused(federation, BAD_FILE, "roster must name the sites of the plan");
        }
    }

    @Test
    void planWithAnUnknownParameter_isRefused() throws Exception {
        replace(plain.study().plan(), "vote-rounds", "vote-round");
        sign(plain.study().plan());
        allow(plain.study().plan());
        requireRefused(plain, BAD_FILE, "no parameter vote-round", "did you mean vote-rounds?");
    }

    @Test
    void certificateThatIsOverOrNotYetGood_isRefused_atBothEnds() throws Exception {
        InstantSource before = InstantSource.fixed(Instant.now().minus(Duration.ofDays(400)));
        InstantSource later = InstantSource.fixed(Instant.now().plus(Duration.ofDays(2)));
        certify(home.resolve("identity"), before);
        requireRefused(plain, BAD_FILE, "site site-1", "expired", "enrol");
        certify(home.resolve("identity"), later);
        requireRefused(plain, BAD_FILE, "site site-1", "clock");
        certify(plain.study().coordinator(), before);
        assertRefused(plain.coordinatorArguments(), BAD_FILE, "coordinator hub", "expired", "enrol");
    }

    @Test
    void coordinatorRefuses_anotherPlan_andARevokedCertificate() throws Exception {
        BigInteger revoked = authority(InstantSource.system()).issued().stream()
                .filter(one -> one.name().toString().contains("site-2"))
                .findFirst()
                .orElseThrow()
                .certificate()
                .getSerialNumber();
        authority(InstantSource.system()).revoke(revoked);
        Files.copy(
                authority(InstantSource.system()).revocations(),
                new IdentityDirectory(plain.study().coordinator()).revocations(),
                StandardCopyOption.REPLACE_EXISTING);
        plain.coordinator();
        assertRefused(plain.siteArguments("site-2"), BAD_FILE, "does not accept this site's certificate");
        signOtherPlan();
        allow(plain.study().plan());
        assertRefused(
                plain.siteArguments(SITE), BAD_FILE, "refused: the site has pinned plan", "compare the plan files");
        assertEquals(0, plain.egress(SITE).messages());
        String log = Files.readString(plain.study().coordinator().resolve("state/local-study.security.log"));
        assertTrue(log.contains("\"kind\":\"WRONG_CERTIFICATE\""), log);
        assertTrue(log.contains("serial " + revoked.toString(16)) && log.contains("revoked"), log);
        assertTrue(log.contains("\"kind\":\"CONNECTION_REFUSED\"") && log.contains("PLAN_MISMATCH"), log);
        assertFalse(log.contains("PRIVATE"), log);
    }

    @Test
    void siteThatDialsAnotherMachine_isRefused() throws Exception {
        try (TestFederation other = TestFederation.plain(temp.resolve("other"), 3, 0, 120)) {
            other.coordinator();
            plain.network(SITE).leadTo(other.port());
            assertRefused(
                    plain.siteArguments(SITE), BAD_FILE, "the certificate of the coordinator at", "root certificate");
        }
    }

    /** Another text with the same meaning for machines has another digest. */
    private void signOtherPlan() throws IOException {
        replace(plain.study().plan(), "deadline: 120s", "deadline: 121s");
        sign(plain.study().plan());
    }

    private void sign(Path plan) throws IOException {
        Files.delete(DocumentSignatures.beside(plan));
        SignedDocuments.sign(
                StudyPlan.read(plan).digest(), temp.resolve("study/officer.key"), DocumentSignatures.beside(plan));
    }

    private void allow(Path plan) throws IOException {
        Path rules = home.resolve("join.yaml");
        Files.writeString(
                rules,
                Files.readString(rules)
                        .replaceAll(
                                "allowedPlans: .*",
                                "allowedPlans: [\"" + StudyPlan.read(plan).digest() + "\"]"));
    }

    private CertificateAuthority authority(InstantSource clock) {
        return CertificateAuthority.open(
                temp.resolve("study/authority"),
                () -> {
                    throw new AssertionError("no passphrase was set");
                },
                clock);
    }

    /** A certificate as it was signed at another time. */
    private void certify(Path directory, InstantSource clock) throws IOException {
        IdentityDirectory identity = new IdentityDirectory(directory);
        CertificateRequest request = CertificateRequest.read(identity.request());
        Files.delete(identity.certificate());
        authority(clock)
                .sign(request, request.fingerprint(), CertificateAuthority.USUAL_VALIDITY, false)
                .write(identity.certificate());
    }

    private static void replace(Path file, String old, String with) throws IOException {
        String text = Files.readString(file);
        assertTrue(text.contains(old), file + " must have " + old + ":\n" + text);
        Files.writeString(file, text.replace(old, with));
    }

    /** A site that refuses by itself dials only to say by which of its rules, once each time. */
    private static void requireRefused(TestFederation federation, int exitCode, String... reasons) {
        assertRefused(federation.siteArguments(SITE), exitCode, reasons);
        assertTrue(federation.network(SITE).attempts() <= 2, "dialled more than to say why");
    }

    private static void assertRefused(List<String> words, int exitCode, String... reasons) {
        Program program = Program.run(words);
        String err = program.errors();
        assertEquals(exitCode, program.exitCode(), err);
        List<String> errors =
                err.lines().filter(line -> !line.startsWith("hedgerow: note: ")).toList();
        assertEquals(1, errors.size(), err);
        assertTrue(errors.get(0).startsWith("hedgerow: error: "), err);
        assertFalse(err.contains("Exception"), err);
        for (String reason : reasons) {
            assertTrue(errors.get(0).contains(reason), "must say \"" + reason + "\": " + err);
        }
    }
}
