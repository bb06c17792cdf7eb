// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that cannot be looked at, as on a disk that is away, is not taken for one that is not there. */
class UnreadableStudyTest {

    @TempDir
    Path temp;

    private Path plan(String aggregation) throws IOException {
        return Files.writeString(temp.resolve("study.yaml"), """
                format: 1
                name: look
                coordinator: hub
                sites: [north, south, west]
                variables: {age: [0, 120], dose: [0, 50]}
                algorithm: {id: fed-sparse}
                insecureNoPrivacy: true
                rounds: 4
                quorum: 3
                deadline: 2m
                minimumCohort: 3
                secureAggregation: %s
                """.formatted(aggregation));
    }

    /** The system neither finds it nor finds that it is not there. */
    private static void unreadable(Path file) throws IOException {
        Files.createSymbolicLink(file, file.getFileName());
        assertFalse(Files.exists(file) || Files.notExists(file));
    }

    private void requireUnreadable(Path plan, String file) {
        IdentityException refused = assertThrows(IdentityException.class, () -> SignedPlan.read(plan));
        assertEquals(IdentityException.Reason.UNREADABLE, refused.reason());
        assertTrue(refused.getMessage().contains(file + ": cannot be read"), refused.getMessage());
    }

    @Test
    void signaturesThatCannotBeRead_areNotNone() throws IOException {
        Path plan = plan("none");
        assertTrue(SignedPlan.read(plan).signatures().signers().isEmpty());
        unreadable(temp.resolve("study.yaml.sig"));
        requireUnreadable(plan, "study.yaml.sig");
    }

    @Test
    void rosterThatCannotBeRead_isNamed() throws IOException {
        Path plan = plan("{mode: malicious, minHonest: 3}");
        IllegalArgumentException none = assertThrows(IllegalArgumentException.class, () -> SignedPlan.read(plan));
        assertTrue(none.getMessage().contains("there is no roster"), none.getMessage());
        unreadable(temp.resolve("roster.yaml"));
        requireUnreadable(plan, "roster.yaml");
    }

    @Test
    void studyMayHaveBegun_whereThereIsAJournal_orTheDataDirectoryCannotBeLookedInto() throws IOException {
        Path data = Files.createDirectory(temp.resolve("data"));
        CoordinatorNode node =
                new CoordinatorNode(new IdentityDirectory(temp.resolve("identity")), data, InstantSource.system());
        assertFalse(node.mayHaveBegun("look"));
        Files.createFile(data.resolve("look.begun"));
        assertTrue(node.mayHaveBegun("look"));
        assertFalse(node.mayHaveBegun("other"));
        unreadable(data.resolve("other.journal"));
        assertTrue(node.mayHaveBegun("other"));
    }
}
