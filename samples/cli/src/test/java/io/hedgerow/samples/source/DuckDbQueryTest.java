// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's description of Parquet files, as it is written there, with DuckDB's driver from its jar. */
@Tag("slow")
class DuckDbQueryTest {

    private static final Path GUIDE = Checkout.ROOT.resolve("docs/guides/data-sources.md");

    @TempDir
    Path folder;

    private Path description() throws IOException {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf("```yaml", guide.indexOf("<!-- query: duckdb -->")) + "```yaml\n".length();
        Path file = folder.resolve("rows.yaml");
        Files.writeString(
                file,
                guide.substring(from, guide.indexOf("```", from))
                        .replace("[duckdb_jdbc.jar]", "[\"" + QueryFixtures.jar(org.duckdb.DuckDBDriver.class) + "\"]")
                        .replace("/data/", folder + "/"));
        return file;
    }

    /** A pattern also finds what is behind a link; braces are alternatives here and signs to the database. */
    @Test
    void origin_ofAPattern_hasFilesBehindLinks_andIsNotKnownWithBraces() throws Exception {
        Path data = Files.createDirectory(folder.resolve("all"));
        Path other = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(other.resolve("linked.csv"), "age,dose\n1,2\n");
        Files.createDirectory(data.resolve("in"));
        Files.createSymbolicLink(data.resolve("in").resolve("there"), other);
        Path jar = QueryFixtures.jar(org.duckdb.DuckDBDriver.class);
        String sql = "SELECT age, dose FROM read_csv('%s')";
        Path description = QueryFixtures.write(folder, "jdbc:duckdb:", jar, sql.formatted(data + "/in/*/*.csv"), "");
        RowSource.Origin origin = SourceFile.place(description).query().orElseThrow();
        assertEquals(Set.of(other.resolve("linked.csv").toRealPath()), origin.read());
        assertEquals(Optional.empty(), origin.unresolved());
        Files.writeString(data.resolve("in").resolve("{a,b}.csv"), "age,dose\n1,2\n");
        Path braces = QueryFixtures.write(folder, "jdbc:duckdb:", jar, sql.formatted(data + "/in/{a,b}.csv"), "");
        assertTrue(SourceFile.place(braces).query().orElseThrow().unresolved().isPresent());
    }

    @Test
    void description_readsParquetFilesOfItsDirectory_andNoOthers() throws Exception {
        Path visits = Files.createDirectory(folder.resolve("visits"));
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (int year = 2024; year <= 2025; year++) {
                statement.execute("COPY (SELECT " + (year - 1984) + ".5 AS age, 2 AS dose, 3::FLOAT AS recovery) TO '"
                        + visits.resolve(year + ".parquet") + "'");
            }
        }
        Path description = description();
        RowSource rows = SourceFile.open(description, CsvOptions.defaults().withColumns("recovery", "age"));
        List<double[]> read = new ArrayList<>();
        rows.forEachRow(row -> read.add(row.clone()));
        assertEquals(2, read.size());
        assertArrayEquals(new double[] {3, 40.5}, read.get(0));

        RowSource.Origin origin = SourceFile.place(description).query().orElseThrow();
        Path real = visits.toRealPath();
        assertEquals(Set.of(real.resolve("2024.parquet"), real.resolve("2025.parquet")), origin.read());
        assertEquals(Set.of(), origin.tables());
        assertTrue(origin.known());
        CsvOptions budgeted = CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN);
        assertEquals(Optional.empty(), SourceFile.open(description, budgeted).reasonUnsafeForPrivacy());
        RowSource keyed = SourceFile.open(description, budgeted.withKeys("age"));
        assertTrue(keyed.reasonUnsafeForPrivacy().orElseThrow().contains("UTF-8"));

        Files.createDirectory(folder.resolve("others"));
        Files.move(visits.resolve("2024.parquet"), folder.resolve("others").resolve("2024.parquet"));
        Files.writeString(description, Files.readString(description).replace("/visits/*", "/others/*"));
        DataException e = assertThrows(DataException.class, () -> SourceFile.open(description, CsvOptions.defaults()));
        assertTrue(String.valueOf(e.getMessage()).contains("Cannot access"), e.getMessage());
    }
}
