// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import org.junit.jupiter.api.Test;

class SessionOfUsersTest {

    /** Rows that know no persons cannot be counted by person: refused before the ledger hears of the study. */
    @Test
    void session_whenTheGateProtectsUsersAndTheRowsKnowNone_isRefused_andNothingIsReserved() {
        Study study = Fixtures.study(2, 5, 1, CommunicationPolicy.exact());
        InMemoryLedgerForSimulation ledger = new InMemoryLedgerForSimulation();
        SiteData data = SiteData.of(new DatasetIdentity("a"), Fixtures.rows());
        PrivacyGate gate = PrivacyGate.enforcing(
                ledger, data.identity(), new PrivacyUnit.UserUnit("patient"), Adjacency.REPLACE_ONE);
        ScriptedSolver solver = new ScriptedSolver(1);
        InsecurePlainUpload uploads = new InsecurePlainUpload(study);
        PolicyRefusedException refused = assertThrows(
                PolicyRefusedException.class,
                () -> new SiteSession(new SiteId("a"), study, data, gate, solver, uploads));
        assertTrue(String.valueOf(refused.getMessage()).contains("UserRows.of(rows, \"patient\")"));
        assertEquals(0, ledger.recorded().size());
    }
}
