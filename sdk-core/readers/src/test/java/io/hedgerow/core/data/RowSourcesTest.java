// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import io.hedgerow.contract.RowSourceContract;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.jdbc.JdbcRowSource;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract for every source of this module, and every wrapper over one with and one without persons. */
class RowSourcesTest {

    private static final CsvOptions AS_NAN = CsvOptions.defaults().withMissingValues(MissingValues.AS_NAN);

    @TempDir
    static Path temp;

    private static Path csv(String name, String secondAge) {
        try {
            return Files.write(temp.resolve(name), RowSourceContract.csvLines(secondAge));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RowSource file(String secondAge) {
        return CsvRowSource.of(csv("visits.csv", secondAge), AS_NAN);
    }

    @Nested
    class Csv extends RowSourceContract {
        @Override
        protected RowSource source() {
            return CsvRowSource.of(csv("csv.csv", "51"), CsvOptions.defaults().withColumns("age", "dose"));
        }

        @Override
        protected Optional<List<Integer>> users() {
            return Optional.empty();
        }

        @Override
        protected Optional<RowSource> withACellThatHoldsNoNumber() {
            return Optional.of(CsvRowSource.of(csv("bad.csv", "unknown"), AS_NAN.withColumns("age", "dose")));
        }
    }

    @Nested
    class InMemory extends RowSourceContract {
        @Override
        protected RowSource source() {
            return withoutUsers();
        }

        @Override
        protected Optional<List<Integer>> users() {
            return Optional.empty();
        }
    }

    @Nested
    class Simulated extends RowSourceContract {
        private final SimulatedSites study = SimulatedSites.of(new ErdosRenyi(4, 4))
                .sites(1)
                .rowsPerSite(5)
                .seed(3)
                .build();

        @Override
        protected RowSource source() {
            return study.rows(0);
        }

        @Override
        protected double[][] rows() {
            List<double[]> rows = new ArrayList<>();
            source().forEachRow(row -> rows.add(row.clone()));
            return rows.toArray(double[][]::new);
        }

        @Override
        protected Optional<List<Integer>> users() {
            return Optional.empty();
        }
    }

    @Nested
    class Jdbc extends RowSourceContract {
        private final JdbcDataSource database = new JdbcDataSource();
        private Connection keeper;

        @BeforeEach
        void createTable() throws SQLException {
            database.setURL("jdbc:h2:mem:contract");
            keeper = database.getConnection();
            try (Statement statement = keeper.createStatement()) {
                statement.execute("create table visits(number int, age double precision, dose double precision)");
                for (int k = 0; k < ROWS.length; k++) {
                    statement.execute("insert into visits values (" + k + ", " + ROWS[k][0] + ", " + ROWS[k][1] + ")");
                }
            }
        }

        @AfterEach
        void drop() throws SQLException {
            keeper.close();
        }

        @Override
        protected RowSource source() {
            return JdbcRowSource.of(database, "select age, dose from visits order by number", MissingValues.AS_NAN);
        }

        /** Whether an order leaves two rows as equals cannot be seen in a query. */
        @Override
        protected boolean keepsOrder() {
            return false;
        }

        @Override
        protected Optional<List<Integer>> users() {
            return Optional.empty();
        }

        @Override
        protected Optional<RowSource> withACellThatHoldsNoNumber() {
            return Optional.of(JdbcRowSource.of(
                    database,
                    "select case when number = 1 then null else age end as age, dose from visits order by number",
                    MissingValues.AS_NAN));
        }
    }

    @Nested
    class Users extends RowSourceContract {
        @Override
        protected RowSource source() {
            return UserRows.of(file("51"), "patient");
        }

        @Override
        protected Optional<List<Integer>> users() {
            return Optional.of(PERSONS);
        }

        @Override
        protected Optional<RowSource> withACellThatHoldsNoNumber() {
            return Optional.of(UserRows.of(file("unknown"), "patient"));
        }
    }

    /** Every wrapper over a source with persons and over one without. */
    abstract static class Wrapped extends RowSourceContract {
        private final boolean known;

        Wrapped(boolean known) {
            this.known = known;
        }

        abstract RowSource wrap(RowSource source);

        @Override
        protected RowSource source() {
            return wrap(known ? withUsers() : withoutUsers());
        }

        @Override
        protected Optional<List<Integer>> users() {
            return known ? Optional.of(PERSONS) : Optional.empty();
        }

        @Override
        protected Optional<RowSource> withACellThatHoldsNoNumber() {
            return Optional.of(wrap(
                    known
                            ? UserRows.of(file("unknown"), "patient")
                            : CsvRowSource.of(csv("plain.csv", "unknown"), AS_NAN.withColumns("age", "dose"))));
        }
    }

    abstract static class Rescaled extends Wrapped {
        Rescaled(boolean known) {
            super(known);
        }

        @Override
        RowSource wrap(RowSource source) {
            return RescaledRows.of(source, new double[] {8, 0}, new double[] {2, 0.5});
        }

        @Override
        protected double[][] rows() {
            return Arrays.stream(ROWS)
                    .map(row -> new double[] {(row[0] - 8) / 2, row[1] / 0.5})
                    .toArray(double[][]::new);
        }
    }

    abstract static class Scored extends Wrapped {
        Scored(boolean known) {
            super(known);
        }

        @Override
        RowSource wrap(RowSource source) {
            return source.inNormalScores();
        }

        /** Φ⁻¹ of 1/10, 3/10, 1/2, 7/10 and 9/10. */
        @Override
        protected double[][] rows() {
            NormalDistribution normal = new NormalDistribution();
            double[] score = Arrays.stream(new double[] {1, 3, 5, 7, 9})
                    .map(tenths -> normal.inverseCumulativeProbability(tenths / 10))
                    .toArray();
            return new double[][] {
                {score[0], score[0]},
                {score[2], score[1]},
                {score[1], score[2]},
                {score[3], score[3]},
                {score[4], score[4]}
            };
        }

        /** The scores of all rows depend on each: this is why they are refused where a budget is kept. */
        @Override
        protected Optional<RowSource> withACellThatHoldsNoNumber() {
            return Optional.empty();
        }
    }

    @Nested
    class ScoredWithUsers extends Scored {
        ScoredWithUsers() {
            super(true);
        }
    }

    @Nested
    class ScoredWithoutUsers extends Scored {
        ScoredWithoutUsers() {
            super(false);
        }
    }

    @Nested
    class RescaledWithUsers extends Rescaled {
        RescaledWithUsers() {
            super(true);
        }
    }

    @Nested
    class RescaledWithoutUsers extends Rescaled {
        RescaledWithoutUsers() {
            super(false);
        }
    }

    /** One part is the whole; which rows are in which of several is in {@link RowPartitionProperties}. */
    @Nested
    class BlocksWithUsers extends Wrapped {
        BlocksWithUsers() {
            super(true);
        }

        @Override
        RowSource wrap(RowSource source) {
            return RowPartition.contiguous(source, 1).get(0);
        }
    }

    @Nested
    class ShuffledWithoutUsers extends Wrapped {
        ShuffledWithoutUsers() {
            super(false);
        }

        @Override
        RowSource wrap(RowSource source) {
            return RowPartition.shuffled(source, 1, 5).get(0);
        }
    }

    @Nested
    class DrawnWithUsers extends Wrapped {
        DrawnWithUsers() {
            super(true);
        }

        @Override
        RowSource wrap(RowSource source) {
            return RowPartition.atRandom(source, 1, true).get(0);
        }
    }

    @Nested
    class DrawnWithoutUsers extends Wrapped {
        DrawnWithoutUsers() {
            super(false);
        }

        @Override
        RowSource wrap(RowSource source) {
            return RowPartition.atRandom(source, 1, false).get(0);
        }
    }
}
