// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.file.GoldenFile;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.internal.key.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What earlier releases made of a plan: its text, its canonical form, its digest and a signature over that. */
class SignedPlanBytesTest {

    private static final String DIGEST = "11d3ca25bae01fc551d62e8699fecf45ddb83fdac021ed7e2eac81bf980c1562";

    @TempDir
    Path temp;

    private static GoldenFile golden(String name) throws IOException {
        return GoldenFile.of(SignedPlanBytesTest.class, name);
    }

    private static GoldenFile of(String release, String name) throws IOException {
        return GoldenFile.of(SignedPlanBytesTest.class, release, name);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Of an officer whose secret is not random: Ed25519 signs the same in the same way. */
    static SigningKey officer(Path file) throws IOException {
        SigningKey.create(file).close();
        // RFC 8032, 7.1, behind the prefix of PKCS#8
        byte[] key = HexFormat.of()
                .parseHex("302e020100300506032b657004220420"
                        + "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
        String label = "PRIVATE KEY-----\n";
        Files.write(
                file, utf8("-----BEGIN " + label + Base64.getEncoder().encodeToString(key) + "\n-----END " + label));
        return SigningKey.load(file);
    }

    @Test
    void plan_isWrittenAndSignedAsEarlierReleasesDid() throws IOException {
        StudyPlan plan = Plans.good();
        golden("plan.yaml").requireSame("the plan's text", utf8(plan.text()));
        golden("plan.canonical").requireSame("the canonical form", utf8(plan.canonical()));
        assertEquals("sha256:" + DIGEST, plan.digest().toString());
        try (SigningKey officer = officer(temp.resolve("officer.key"))) {
            golden("plan.sig")
                    .requireSame(
                            "the signatures",
                            utf8(officer.addTo(DocumentSignatures.none(plan.digest()))
                                    .text()));
        }
    }

    @Test
    void plan_ofEveryRelease_isRead_andItsSignatureVerifies() throws IOException, NoSuchAlgorithmException {
        for (String release : GoldenFile.releases(SignedPlanBytesTest.class)) {
            assertReads(release);
        }
    }

    private void assertReads(String release) throws IOException, NoSuchAlgorithmException {
        StudyPlan plan = StudyPlan.parse("plan.yaml", of(release, "plan.yaml").bytes());
        assertEquals(Plans.good(), plan);
        byte[] canonical = of(release, "plan.canonical").bytes();
        assertEquals(new String(canonical, StandardCharsets.UTF_8), plan.canonical());
        assertEquals(
                DIGEST,
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(canonical)));
        DocumentSignatures signatures =
                DocumentSignatures.parse("plan.sig", of(release, "plan.sig").bytes(), StudyPlan.KIND);
        assertEquals(plan.digest(), signatures.digest());
        try (SigningKey officer = officer(temp.resolve("officer-" + release + ".key"))) {
            assertEquals(List.of(officer.publicKey()), signatures.signers());
        }
    }
}
