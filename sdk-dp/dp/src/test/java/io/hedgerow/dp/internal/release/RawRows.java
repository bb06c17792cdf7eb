// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.util.OptionalLong;

/** A source that keeps no promise about its cells. */
@SuppressWarnings("ArrayRecordComponent") // a fixture; nobody compares it
public record RawRows(VariableSchema schema, double[][] rows) implements RowSource {

    private static final DatasetIdentity ID = new DatasetIdentity("raw");

    public static RawRows of(double[][] rows) {
        return new RawRows(VariableSchema.numbered(rows[0].length), rows);
    }

    /** No row at all. */
    public static RawRows none(int variables) {
        return new RawRows(VariableSchema.numbered(variables), new double[0][]);
    }

    /** Opened as by a ledger that keeps the number of units secret, whatever was declared. */
    public static DataView openSecret(RowSource source) {
        PrivacyUnit unit = source.knowsUsers() ? new PrivacyUnit.UserUnit("person") : new PrivacyUnit.RecordUnit();
        return SiteData.of(ID, source)
                .open(
                        InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), ID)
                                .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                                .permit(),
                        unit,
                        Adjacency.ZERO_OUT,
                        OptionalLong.of(7),
                        () -> {});
    }

    public static DataView open(RowSource source) {
        return SiteData.of(ID, source)
                .open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), ID)
                        .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                        .permit());
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        for (double[] row : rows) {
            consumer.accept(row.clone());
        }
    }
}
