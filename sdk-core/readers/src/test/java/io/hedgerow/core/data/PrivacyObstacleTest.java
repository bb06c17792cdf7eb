// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.internal.WatchedRows;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of which one record decides more than its own cells are refused where a budget is kept. */
class PrivacyObstacleTest {

    private static final PrivacyUnit RECORD = new PrivacyUnit.RecordUnit();

    @TempDir
    Path folder;

    private RowSource csv(MissingValues missing) throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), "patient,a,b\n1,2,3\n2,,4\n");
        return CsvRowSource.of(file, CsvOptions.defaults().withMissingValues(missing));
    }

    private static void requireRefused(RowSource rows, String why) {
        SiteData data = SiteData.of(new DatasetIdentity("ward"), rows);
        PolicyRefusedException e =
                assertThrows(PolicyRefusedException.class, () -> data.requireProtects(RECORD), rows.toString());
        assertTrue(String.valueOf(e.getMessage()).contains(why), e.getMessage());
    }

    private static void requireFit(RowSource rows) {
        SiteData.of(new DatasetIdentity("ward"), rows).requireProtects(RECORD);
    }

    @Test
    void file_isFit_whenNoCellEndsTheReadingOrChangesTheNumberOfRows() throws IOException {
        requireRefused(csv(MissingValues.REFUSE), "ends the reading");
        requireRefused(csv(MissingValues.USE), "ends the reading");
        requireRefused(csv(MissingValues.SKIP_ROW), "changes how many rows");
        requireFit(csv(MissingValues.AS_NAN));
    }

    /** The first record would say what separates fields, and how many there are. */
    @Test
    void file_withoutNamesOfColumns_isNotFit() throws IOException {
        csv(MissingValues.AS_NAN);
        CsvOptions options =
                CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN).withoutHeader();
        requireRefused(CsvRowSource.of(folder.resolve("rows.csv"), options), "a first line that names its columns");
    }

    @Test
    void rowsThatDependOnOtherRecords_areNotFit() throws IOException {
        requireRefused(csv(MissingValues.AS_NAN).inNormalScores(), "all others");
        requireRefused(Lagged.of(csv(MissingValues.AS_NAN), Lagged.Order.oneSeries(), 1), "several rows");
    }

    @Test
    void users_areFit_whenRowsOfNobodyAreLeftOut() throws IOException {
        UserRows users = UserRows.of(csv(MissingValues.AS_NAN), "patient");
        requireRefused(users, "leavingOutRowsWithoutUser");
        requireFit(users.leavingOutRowsWithoutUser());
    }

    @Test
    void whatWrapsRows_isAsFitAsTheyAre() throws IOException {
        for (MissingValues missing : MissingValues.values()) {
            RowSource rows = csv(missing);
            for (RowSource wrapped : List.of(
                    new WatchedRows(rows),
                    rows.inUnits(new double[3], new double[] {1, 1, 2}),
                    RowPartition.contiguous(rows, 2).get(0),
                    UserRows.of(rows, "patient").leavingOutRowsWithoutUser())) {
                assertEquals(rows.reasonUnsafeForPrivacy(), wrapped.reasonUnsafeForPrivacy(), wrapped.toString());
            }
        }
    }

    @Test
    void whatWrapsRows_keepsTheirOrder_whereTheyDo() throws IOException {
        RowSource file = csv(MissingValues.AS_NAN);
        RowSource query = new RowSource() {
            @Override
            public VariableSchema schema() {
                return file.schema();
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                file.forEachRow(consumer);
            }
        };
        for (RowSource rows : List.of(file, query)) {
            RowSource users = UserRows.of(rows, "patient");
            for (RowSource wrapped : List.of(
                    new WatchedRows(rows),
                    rows.inUnits(new double[3], new double[] {1, 1, 2}),
                    rows.inNormalScores(),
                    RowPartition.contiguous(rows, 2).get(0),
                    users,
                    RowPartition.atRandom(users, 2, true).get(1),
                    Lagged.of(rows, Lagged.Order.oneSeries(), 1))) {
                assertEquals(rows == file, wrapped.keepsOrder(), wrapped.toString());
            }
        }
    }
}
