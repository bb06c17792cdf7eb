// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Tables in databases of the tests' own, and files that describe queries. */
public final class QueryFixtures {

    private QueryFixtures() {}

    /** The jar that a driver was loaded from. */
    static Path jar(Class<?> driver) {
        try {
            return Path.of(
                    driver.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A description of a query of an SQLite file, whose driver comes from its jar. */
    public static Path sqlite(Path folder, Path database, String sql) throws IOException {
        return write(folder, "jdbc:sqlite:" + database, jar(org.sqlite.JDBC.class), sql, "");
    }

    static Path write(Path folder, String url, Path driver, String sql, String more) throws IOException {
        Path file = folder.resolve("rows.yaml");
        Files.writeString(
                file,
                "query:\n  url: \"" + url + "\"\n  drivers: [\"" + driver + "\"]\n  sql: >-\n    "
                        + sql.strip().replace("\n", "\n    ") + "\n" + more);
        return file;
    }

    /** Puts the rows of a CSV file into a table of an SQLite file. */
    public static Path table(Path database, Path csv) throws IOException, SQLException {
        List<String> lines = Files.readAllLines(csv);
        String[] names = lines.get(0).split(",", -1);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table measured (" + String.join(" real, ", names) + " real)");
            }
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(
                    "insert into measured values (?" + ",?".repeat(names.length - 1) + ")")) {
                for (String line : lines.subList(1, lines.size())) {
                    String[] cells = line.split(",", -1);
                    for (int c = 0; c < cells.length; c++) {
                        insert.setDouble(c + 1, Double.parseDouble(cells[c]));
                    }
                    insert.executeUpdate();
                }
            }
            connection.commit();
        }
        return database;
    }
}
