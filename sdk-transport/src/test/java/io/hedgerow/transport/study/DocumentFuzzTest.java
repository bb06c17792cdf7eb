// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.text.TextFuzz;
import io.hedgerow.transport.identity.DocumentDigest;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.key.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Everything a site reads before it joins: whatever bytes arrive, the answer is a document or one refusal in one line.
 */
@Tag("slow")
class DocumentFuzzTest {

    private static final int SOME = 1_500;
    private static final int MANY = 100_000;

    /**
     * The heap behind a garbage collection varies by a few megabytes; what stayed of every case would be some hundred.
     */
    private static final long NOISE = 32L << 20;

    private static final String FILE = "document.yaml";

    @TempDir
    Path temp;

    private SigningKey officer;
    private int refused;

    @BeforeEach
    void makeKey() {
        officer = SigningKey.create(temp.resolve("officer.key"));
    }

    /** What a site reads. */
    enum Kind {
        PLAN,
        RULES,
        ROSTER,
        SIGNATURES
    }

    private void read(Kind kind, byte[] bytes) {
        try {
            Object document =
                    switch (kind) {
                        case PLAN -> StudyPlan.parse(FILE, bytes);
                        case RULES -> SiteRules.parse(FILE, bytes);
                        case ROSTER -> RosterDocument.parse(FILE, bytes);
                        case SIGNATURES -> DocumentSignatures.parse(FILE, bytes, StudyPlan.KIND);
                    };
            assertNotNull(document);
        } catch (StudyPlanException | IdentityException e) {
            refused++;
            String message = String.valueOf(e.getMessage());
            assertEquals(1, message.lines().count(), message);
            assertTrue(message.startsWith(FILE), message);
            assertTrue(message.length() < 2000, "the message has " + message.length() + " characters");
        }
    }

    private byte[] good(Kind kind) throws IOException {
        DocumentDigest digest = Plans.good().digest();
        return switch (kind) {
            case PLAN -> Plans.GOOD.getBytes(StandardCharsets.UTF_8);
            case RULES -> """
                    join:
                      officers: {keys: [%s], threshold: 1}
                      allowedPlans: [%s]
                      minimumCohort: 3
                      maxEpsilonPerStudy: 1
                      maxDeltaPerStudy: 1.0e-8
                      allowedAlgorithms: [dp-pgcd, dp-gram]
                      maxRounds: 20
                      minimumDeadline: 1m
                      holdAndApprove: true
                    """.formatted(officer.publicKey(), digest).getBytes(StandardCharsets.UTF_8);
            case ROSTER ->
                ("format: 1\ncoordinator: " + officer.publicKey().hex() + "\nmembers:\n  - name: 'a'\n    key: "
                                + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a\n  - name: 'b'\n    key: "
                                + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c\n")
                        .getBytes(StandardCharsets.UTF_8);
            case SIGNATURES -> {
                Path file = temp.resolve("plan.sig");
                officer.addTo(DocumentSignatures.none(digest)).write(file);
                yield Files.readAllBytes(file);
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(120)
    void changedDocument_isReadOrRefused(Kind kind) throws IOException {
        read(kind, good(kind));
        assertEquals(0, refused, "the unchanged document is read");
        new TextFuzz(11).feed(good(kind), SOME, bytes -> read(kind, bytes));
        assertTrue(refused > SOME / 10 && refused < SOME, "both ends must occur: " + refused + " refused");
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    @Timeout(3600)
    void changedDocument_isReadOrRefused_manyTimes_andNothingStays(Kind kind) throws IOException {
        long grown = new TextFuzz(12).feed(good(kind), MANY, bytes -> read(kind, bytes));
        assertTrue(grown < NOISE, "the heap grew by " + grown);
    }
}
