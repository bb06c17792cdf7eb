// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static io.hedgerow.dp.ledger.LedgerFixtures.GAUSSIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.internal.ledger.EventCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A record is read back as it was written, all of it, and nothing is read that would not have been written. */
class RecordCodecTest {

    private static final Instant TIME = Instant.parse("2030-01-02T03:04:05Z");
    private static final String PREVIOUS = "0".repeat(64);
    private static final ObjectMapper JSON = new ObjectMapper();

    static List<LedgerRecord> records() {
        Charge charge = new Charge(0.1, 1e-9, Map.of("renyi", 0.2, "zcdp", 0.3));
        LedgerTerms users = new LedgerTerms(
                new DatasetIdentity("visits"),
                LedgerTerms.Fingerprint.of(VariableSchema.of("a"), 7),
                new PrivacyUnit.UserUnit("patient_id"),
                Adjacency.ZERO_OUT,
                LedgerFixtures.BUDGET,
                new AccountingMode.RdpFilter(12.5));
        return List.of(
                new LedgerRecord.Header(LedgerFixtures.terms()),
                new LedgerRecord.Header(users),
                new LedgerRecord.Capped(LedgerFixtures.cap()),
                new LedgerRecord.Declared(
                        new SpendingPlan("s", "dp-pgcd", "discrete", List.of(GAUSSIAN, GAUSSIAN), 1e-9), charge),
                new LedgerRecord.Drawn("s", 1, 2),
                new LedgerRecord.Reserved("s", 3, GAUSSIAN, charge),
                new LedgerRecord.Recovered(17));
    }

    private static LedgerEntry read(JsonNode document) {
        return RecordCodec.read(document.toString().getBytes(StandardCharsets.UTF_8), "hash");
    }

    @ParameterizedTest
    @MethodSource("records")
    void read_ofWhatWasWritten_isTheSame(LedgerRecord record) {
        LedgerEntry entry = RecordCodec.read(RecordCodec.write(4, PREVIOUS, TIME, record), "hash");
        assertEquals(new LedgerEntry(4, TIME, PREVIOUS, "hash", record), entry);
    }

    /** A field that this version does not know may change what the others mean. */
    @ParameterizedTest
    @MethodSource("records")
    void read_refusesUnknownFieldsInEveryObject(LedgerRecord record) throws IOException {
        byte[] written = RecordCodec.write(4, PREVIOUS, TIME, record);
        for (String path : List.of("", "/unit", "/budget", "/perStudy", "/charge")) {
            JsonNode document = JSON.readTree(written);
            if (document.at(path) instanceof ObjectNode object) {
                object.put("news", 1);
                IllegalArgumentException refused =
                        assertThrows(IllegalArgumentException.class, () -> read(document), path);
                assertTrue(refused.getMessage().contains("news"), refused.getMessage());
            }
        }
    }

    @Test
    void certificates_areNumbersByAccountant() throws IOException {
        LedgerRecord record = new LedgerRecord.Reserved("s", 3, GAUSSIAN, new Charge(1, 0, Map.of("renyi", 2.0)));
        JsonNode document = JSON.readTree(RecordCodec.write(4, PREVIOUS, TIME, record));
        ((ObjectNode) document.at("/charge/certificates")).put("zcdp", "three");
        assertThrows(IllegalArgumentException.class, () -> read(document));
    }

    @Test
    void plans_haveAtMostAMillionRounds() throws IOException {
        assertEquals(
                1_000_000,
                EventCodec.readRounds(JSON.readTree("[[999999,[\"pure\",1,1]],[1,[\"pure\",2,1]]]"))
                        .size());
        assertThrows(
                IllegalArgumentException.class,
                () -> EventCodec.readRounds(JSON.readTree("[[999999,[\"pure\",1,1]],[2,[\"pure\",2,1]]]")));
        assertThrows(
                IllegalArgumentException.class, () -> EventCodec.readRounds(JSON.readTree("[[0,[\"pure\",1,1]]]")));
    }

    @Test
    void events_haveAtMostAMillionSteps() {
        MechanismEvent thousand = new MechanismEvent.Sequence(Collections.nCopies(1000, GAUSSIAN));
        EventCodec.requireWritable(new MechanismEvent.Sequence(Collections.nCopies(1000, thousand)));
        MechanismEvent more = new MechanismEvent.Sequence(Collections.nCopies(1001, thousand));
        assertThrows(IllegalArgumentException.class, () -> EventCodec.requireWritable(more));
    }
}
