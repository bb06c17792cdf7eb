// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.data.jdbc.JdbcRowSource;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With {@link MissingValues#AS_NAN} no record ends a reading or changes the number of rows. */
class CellsThatAreNoNumberTest {

    private static final CsvOptions AS_NAN = CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN);

    @TempDir
    Path folder;

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("rows.csv"), text);
    }

    private static List<double[]> read(RowSource source) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        return rows;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "NA",
                "NaN",
                "null",
                "?",
                "-Infinity",
                "1e400",
                "high",
                "1.0.0",
                "0x1p3",
                "\"\"",
                "\"2,5\""
            })
    void csv_cellOfAnyText_isNaN_andEveryOtherCellIsWhatItWas(String token) throws IOException {
        List<double[]> rows = read(CsvRowSource.of(write("a,b\n1,2\n9," + token + "\n3,4\n"), AS_NAN));
        assertEquals(3, rows.size());
        assertArrayEquals(new double[] {1, 2}, rows.get(0));
        assertArrayEquals(new double[] {9, Double.NaN}, rows.get(1));
        assertArrayEquals(new double[] {3, 4}, rows.get(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9", "9,", "9,8,7", "x,y,z,w", "9,8,7,6,5"})
    void csv_lineWithAnotherNumberOfFields_isARowOfNaN(String line) throws IOException {
        List<double[]> rows = read(CsvRowSource.of(write("a,b,c,d\n1,2,3,4\n" + line + "\n5,6,7,8\n"), AS_NAN));
        assertEquals(3, rows.size());
        for (double cell : rows.get(1)) {
            if (!line.equals("x,y,z,w")) {
                assertEquals(Double.NaN, cell);
            }
        }
        assertArrayEquals(new double[] {5, 6, 7, 8}, rows.get(2));
    }

    @ParameterizedTest
    @CsvSource({"1,64", "2,64", "3,1000"})
    void csv_whateverTheThreadsAndChunks_theNumberOfRowsIsThatOfTheLines(int threads, int chunk) throws IOException {
        StringBuilder text = new StringBuilder("a,b\n");
        for (int k = 0; k < 500; k++) {
            text.append(k % 7 == 0 ? "," : k % 11 == 0 ? "bad" : k + "," + k).append('\n');
        }
        Path file = write(text.toString());
        assertEquals(
                500,
                read(new CsvRowSource(file, AS_NAN.withThreads(threads), chunk)).size());
    }

    @Test
    void moments_withoutPrivacy_refuseSuchRows() throws IOException {
        CsvRowSource source = CsvRowSource.of(write("a,b\n1,2\nNA,3\n3,4\n"), AS_NAN);
        DataException e = assertThrows(DataException.class, () -> statistics(source));
        assertTrue(
                e.getMessage().contains("column \"a\"") && e.getMessage().contains("complete the cells"),
                e.getMessage());
    }

    @Test
    void jdbc_nullNaNAndWhatIsNoDouble_areNaN() throws SQLException {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:none");
        try (Connection keeper = database.getConnection();
                Statement statement = keeper.createStatement()) {
            statement.execute("create table people(id int, height double precision)");
            statement.execute("insert into people values (1, 1.75), (2, null), (3, cast('NaN' as double precision)),"
                    + " (4, cast('Infinity' as double precision)), (5, 1.5)");
            List<double[]> rows =
                    read(JdbcRowSource.of(database, "select id, height from people order by id", MissingValues.AS_NAN));
            assertEquals(5, rows.size());
            for (int k = 0; k < 5; k++) {
                assertEquals(k + 1, rows.get(k)[0]);
                assertEquals(k == 0 ? 1.75 : k == 4 ? 1.5 : Double.NaN, rows.get(k)[1]);
            }
        }
    }

    @Test
    void rescaled_cellThatIsNoneOrTooLarge_isNaN() throws IOException {
        RowSource source = CsvRowSource.of(write("a,b\n1,1e300\nx,2\n"), AS_NAN);
        List<double[]> rows = read(source.inUnits(new double[2], new double[] {2, 1e-100}));
        assertArrayEquals(new double[] {0.5, Double.NaN}, rows.get(0));
        assertArrayEquals(new double[] {Double.NaN, 2e100}, rows.get(1), 1e86);
    }

    @Test
    void user_whoIsNotNamed_endsTheReading_asNobodysContributionCouldBeBounded() throws IOException {
        RowSource rows = UserRows.of(CsvRowSource.of(write("patient,a\n1,1\n,2\n"), AS_NAN), "patient");
        DataException e = assertThrows(DataException.class, () -> read(rows));
        assertTrue(e.getMessage().contains("patient") && e.getMessage().contains("whose row"), e.getMessage());
    }

    private static SufficientStatistics statistics(RowSource source) {
        return InsecureOpenSites.statistics(SiteData.of(new DatasetIdentity("d"), source));
    }
}
