// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.StudyEndedException;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.privacy.ReservationRequest;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What ends a run after its charge is no invitation to begin again: each run is a study of its own. */
class PaidRunTest {

    private static final VariableSchema SCHEMA = VariableSchema.numbered(2);

    private final DataException away = DataException.temporary("the database is away", new SQLException("refused"));

    /** Ends the wait of its thread for another attempt, as the end of a process does. */
    private final class Away implements RowSource {
        @Override
        public VariableSchema schema() {
            return SCHEMA;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            Thread.currentThread().interrupt();
            throw away;
        }
    }

    private static Learning run(SiteData data, BudgetLedger ledger) {
        Method gram = Method.named("gram").on(Agreement.inProcess("test", SCHEMA, 1, UploadProtection.insecurePlain()));
        return Learning.of(new PromisingMethod(gram))
                .admittedBy((method, sites) -> List.of(PrivacyGate.enforcing(
                        ledger, data.identity(), new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE)));
    }

    private SiteData rows() {
        return SiteData.of(new DatasetIdentity("a"), new Away());
    }

    private void requireOver(Throwable cause, BudgetLedger ledger) {
        SiteData data = rows();
        StudyEndedException ended =
                assertThrows(StudyEndedException.class, () -> run(data, ledger).learnFrom(List.of(data)));
        assertSame(cause, ended.getCause());
        assertTrue(ended.getMessage().contains(cause.getMessage()), ended.getMessage());
        assertTrue(ended.getMessage().contains("stays spent"), ended.getMessage());
    }

    @Test
    void databaseThatIsAway_endsAPaidStudy_whichSaysThatItStaysPaid() {
        requireOver(away, request -> {});
    }

    @Test
    void ledgerThatCannotBeWrittenInARound_endsAPaidStudy_whichSaysThatItStaysPaid() {
        LedgerException full = LedgerException.unwritable("the ledger cannot be written", new IOException("full"));
        requireOver(full, new BudgetLedger() {
            @Override
            public void reserve(ReservationRequest request) {
                throw full;
            }
        });
    }

    @Test
    void databaseThatIsAway_isStillTemporary_whereNothingWasCharged() {
        DataException failed = assertThrows(
                DataException.class, () -> Learning.of(Method.named("gram")).learn(List.of(new Away())));
        assertTrue(failed.isTemporary());
        assertEquals(away.getMessage(), failed.getMessage());
    }
}
