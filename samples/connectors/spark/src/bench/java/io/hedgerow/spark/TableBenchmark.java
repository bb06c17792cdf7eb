// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.spark;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.duckdb.DuckDbTables;
import io.hedgerow.dp.internal.release.LatticeSums;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * All second moments of a table: by an engine itself, and by Hedgerow on the engine's rows. One way for each process,
 * so that memory and start are its own.
 *
 * <pre>
 * TableBenchmark write DIRECTORY ROWS COLUMNS
 * TableBenchmark WAY DIRECTORY
 * </pre>
 */
public final class TableBenchmark {

    private static final int PARTS = 10;

    private final Path directory;

    private TableBenchmark(Path directory) {
        this.directory = directory;
    }

    public static void main(String[] args) throws Exception {
        TableBenchmark table = new TableBenchmark(Path.of(args[1]));
        if (args[0].equals("write")) {
            table.write(Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            return;
        }
        long start = System.nanoTime();
        String result = table.run(args[0]);
        double wall = (System.nanoTime() - start) / 1e9;
        double cpu = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                        .getProcessCpuTime()
                / 1e9;
        System.out.printf(
                Locale.ROOT, "%-16s wall %.1f s, CPU %.1f s, %s, %s%n", args[0], wall, cpu, memory(), result);
    }

    /** The most that the process ever held, where the system tells. */
    private static String memory() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                ? Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmHWM"))
                        .collect(Collectors.joining())
                : "";
    }

    /** Normal numbers of six decimals, a common cause in all of them: Parquet and CSV hold the same. */
    private void write(int rows, int columns) throws SQLException, IOException {
        Files.createDirectories(directory.resolve("parquet"));
        String cells = IntStream.range(0, columns)
                .mapToObj(j -> "round(z + sqrt(-2 * ln(1 - random())) * cos(6.283185307 * random()), 6) AS x" + j)
                .collect(Collectors.joining(", "));
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            for (int part = 0; part < PARTS; part++) {
                statement.execute("COPY (SELECT " + cells + " FROM (SELECT random() AS z FROM range(" + rows / PARTS
                        + "))) TO '" + directory.resolve("parquet/part-" + part + ".parquet") + "'");
            }
            statement.execute("COPY (SELECT * FROM '" + directory.resolve("parquet/*.parquet") + "') TO '"
                    + directory.resolve("rows.csv") + "'");
        }
    }

    private String run(String way) throws Exception {
        return switch (way) {
            case "duckdb-sql" -> duckDbSql();
            case "duckdb-rows" -> moments(duckDbRows());
            case "csv-rows" -> moments(CsvRowSource.of(directory.resolve("rows.csv")));
            case "spark-sql" -> sparkSql();
            case "spark-rows" -> moments(SparkRows.of(sparkTable(), MissingValues.REFUSE));
            case "spark-private" -> lattice(SparkRows.of(sparkTable(), MissingValues.AS_NAN));
            case "duckdb-private" -> lattice(duckDbRows());
            default -> throw new IllegalArgumentException("no way is named " + way);
        };
    }

    /** Of E[x xᵀ]: its trace and the sum of its entries, which is how two ways are seen to agree. */
    private static String told(double[] products, int d) {
        double trace = IntStream.range(0, d).mapToDouble(i -> products[i * d + i]).sum();
        return String.format(Locale.ROOT, "trace %.9f, all %.9f", trace, Arrays.stream(products).sum());
    }

    private static String moments(RowSource rows) {
        int d = rows.schema().size();
        return told(rows.sumOfRows(new StatisticsAccumulator(d)).finish().secondMoment(Centring.NONE), d);
    }

    private static String lattice(RowSource rows) {
        return "checksum " + LatticeSums.checksum(rows, 10_000_000);
    }

    private RowSource duckDbRows() throws SQLException {
        return DuckDbTables.none()
                .withParquet("t", directory.resolve("parquet"))
                .withMemory(4096)
                .withThreads(2)
                .rows("SELECT * FROM t");
    }

    private List<String> names() throws SQLException {
        return duckDbRows().schema().names();
    }

    /** x_i · x_j, averaged, for i ≤ j. */
    private static String averages(List<String> names) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            for (int j = i; j < names.size(); j++) {
                all.add("avg(" + names.get(i) + " * " + names.get(j) + ")");
            }
        }
        return "SELECT " + String.join(", ", all) + " FROM ";
    }

    private static double[] full(double[] upper, int d) {
        double[] products = new double[d * d];
        int k = 0;
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                products[i * d + j] = upper[k];
                products[j * d + i] = upper[k++];
            }
        }
        return products;
    }

    private String duckDbSql() throws SQLException {
        List<String> names = names();
        double[] upper = new double[names.size() * (names.size() + 1) / 2];
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(
                        averages(names) + "'" + directory.resolve("parquet/*.parquet") + "'")) {
            answer.next();
            for (int k = 0; k < upper.length; k++) {
                upper[k] = answer.getDouble(k + 1);
            }
        }
        return told(full(upper, names.size()), names.size());
    }

    private Dataset<Row> sparkTable() {
        return SparkSession.builder()
                .master("local[2]")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .getOrCreate()
                .read()
                .parquet(directory.resolve("parquet").toString());
    }

    private String sparkSql() {
        Dataset<Row> table = sparkTable();
        table.createOrReplaceTempView("t");
        Row answer = table.sparkSession()
                .sql(averages(List.of(table.columns())) + "t")
                .head();
        double[] upper = IntStream.range(0, answer.size())
                .mapToDouble(answer::getDouble)
                .toArray();
        return told(full(upper, table.columns().length), table.columns().length);
    }
}
