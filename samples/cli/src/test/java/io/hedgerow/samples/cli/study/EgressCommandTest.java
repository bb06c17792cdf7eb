// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.cli.SiteFolder;
import io.hedgerow.transport.internal.approval.ApprovalQueue;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressMessage;
import io.hedgerow.transport.internal.approval.PersonalApproval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EgressCommandTest {

    private static final EgressMessage UPDATE =
            new EgressMessage("wards", 3, "update", 1234, "ab".repeat(32), "hub", Optional.empty());

    @TempDir
    Path temp;

    private final List<String> said = new ArrayList<>();

    /** A site that holds a message while a person runs a command. */
    private EgressDecision held(String... command) throws InterruptedException {
        PersonalApproval approval = new PersonalApproval(
                new ApprovalQueue(temp),
                Duration.ofMinutes(1),
                () -> Instant.EPOCH,
                time -> {
                    Shell shell = Shell.real();
                    assertEquals(0, shell.run(command), shell.err());
                    said.add(shell.out());
                },
                (message, left) -> {});
        return approval.decide(UPDATE, Duration.ofMinutes(1));
    }

    @Test
    void approvedMessage_leaves() throws Exception {
        String id = UPDATE.id().substring(0, 8);
        assertTrue(held("egress", "approve", "--queue", temp.toString(), "--message", id)
                .mayLeave());
        assertTrue(said.get(0).contains("approved"), said.toString());
        assertTrue(said.get(0).contains("bytes 1234"), said.toString());
    }

    @Test
    void refusedMessage_stays() throws Exception {
        EgressDecision decision =
                held("egress", "refuse", "--queue", temp.toString(), "--message", UPDATE.id(), "--reason", "too early");
        assertFalse(decision.mayLeave());
        assertEquals("too early", decision.reason());
    }

    @Test
    void waitingMessages_areListed() throws Exception {
        JsonNode[] listed = new JsonNode[1];
        Instant[] now = {Instant.EPOCH};
        PersonalApproval approval = new PersonalApproval(
                new ApprovalQueue(temp),
                Duration.ofSeconds(1),
                () -> now[0],
                time -> {
                    now[0] = now[0].plus(time);
                    try {
                        listed[0] =
                                SiteFolder.json(Shell.real(), "egress", "list", "--queue", temp.toString(), "--json");
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                (message, left) -> {});
        approval.decide(UPDATE, Duration.ofSeconds(1));
        JsonNode row = listed[0].get("waiting").get(0);
        assertEquals(UPDATE.id(), row.get("id").asText());
        assertEquals("none", row.get("ledgerRecord").asText());
    }

    @Test
    void badInput_isRefused() {
        for (String line : List.of(
                "egress approve --queue DIR",
                "egress approve --queue DIR --message ../x",
                "egress approve --queue DIR --message 12345678",
                "egress list --queue DIR --message 12345678",
                "egress list --queue DIR/none",
                "egress list")) {
            Shell shell = Shell.real();
            assertEquals(2, shell.run(line.replace("DIR", temp.toString()).split(" ")), line);
            assertTrue(shell.err().startsWith("hedgerow: error: "), shell.err());
        }
    }
}
