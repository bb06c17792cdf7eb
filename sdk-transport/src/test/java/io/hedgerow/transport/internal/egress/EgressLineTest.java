// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import io.hedgerow.transport.internal.egress.EgressLog.EgressTotals;
import io.hedgerow.transport.internal.file.ChainedLines;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines are read as they were written; a chain that anybody could have made is no reason to trust what is in it. */
class EgressLineTest {

    private static final String DIGEST = "cd".repeat(32);
    private static final EgressEntry UPDATE = new EgressEntry(
            Instant.parse("2030-01-02T03:04:05.5Z"),
            "update",
            "hub \"A\"\n",
            "ward\\s",
            3,
            1234,
            DIGEST,
            Optional.of(new LedgerReference(12, "ab".repeat(32))));
    private static final EgressEntry ANSWER =
            new EgressEntry(UPDATE.time(), "answer", "hub", "wards", 4, 0, DIGEST, Optional.empty());

    @TempDir
    Path temp;

    @Test
    void verify_showsEveryMessage_asItWasLogged() {
        Path file = temp.resolve("egress.log");
        try (EgressLog log = EgressLog.open(file)) {
            log.append(UPDATE);
            log.append(ANSWER);
        }
        List<EgressEntry> read = new ArrayList<>();
        EgressTotals totals = EgressLog.verify(file, read::add);
        assertEquals(List.of(UPDATE, ANSWER), read);
        assertEquals(2, totals.messages());
        assertEquals(
                List.of(true, false),
                read.stream().map(EgressEntry::carriesData).toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"number\":0",
                "{\"type\":\"update\",\"peer\":\"c\",\"study\":\"s\",\"round\":0,\"bytes\":1,\"sha256\":\"DIGEST\"",
                "{\"time\":\"yesterday\",\"type\":\"update\",\"peer\":\"c\",\"study\":\"s\",\"round\":0,\"bytes\":1,\"sha256\":\"DIGEST\"",
                "{\"time\":\"2030-01-02T03:04:05Z\",\"type\":\"update\",\"peer\":\"c\",\"study\":\"s\",\"round\":99999999999,\"bytes\":1,\"sha256\":\"DIGEST\"",
                "{\"time\":\"2030-01-02T03:04:05Z\",\"type\":\"update\",\"peer\":\"c\",\"study\":\"s\",\"round\":0,\"bytes\":-1,\"sha256\":\"DIGEST\"",
                "{\"time\":\"2030-01-02T03:04:05Z\",\"type\":\"update\",\"peer\":\"c\",\"study\":\"s\",\"round\":0,\"bytes\":1,\"sha256\":\"DIGEST\",\"ledgerRecord\":3",
                "{\"time\":{\"a\":1},\"type\":\"update\",\"peer\":\"c\",\"study\":\"s\",\"round\":0,\"bytes\":1,\"sha256\":\"DIGEST\"",
                "{\"a\":[[[[]]]]",
                "{\"a\""
            })
    void linesThatChainAndAreNoMessages_areRefused(String fields) throws Exception {
        Path file = temp.resolve("egress.log");
        try (ChainedLines lines = ChainedLines.open(file, "hedgerow egress log 1", line -> {})) {
            lines.append(fields.replace("DIGEST", DIGEST));
        }
        byte[] before = Files.readAllBytes(file);
        assertThrows(JournalException.class, () -> EgressLog.verify(file));
        assertEquals(before.length, Files.size(file), "nothing is cut");
    }
}
