// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.table.DiscreteNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows of a network at sites that never saw some levels: rows with such a level are drawn again, so the others keep
 * their proportions to each other.
 *
 * @param absent what each site lacks
 */
record AbsentLevels(DiscreteNetwork network, List<Absent> absent) {

    private static final Pattern FORM = Pattern.compile("(\\d{1,3}):(.+)");

    /** So many rows are drawn at once beside those that a site still needs. */
    private static final long SPARE = 1000;

    /** Rows that are rarer than one in a hundred of so many would take too long. */
    private static final long ENOUGH = 10_000;

    /**
     * A level that a site lacks.
     *
     * @param site from 0
     * @param variable its place
     * @param level its place
     */
    record Absent(int site, int variable, int level) {}

    /**
     * Reads texts such as {@code 2:Age=Senior}.
     *
     * @throws IllegalArgumentException when there is no such site, column or level
     */
    static AbsentLevels of(List<String> texts, DiscreteNetwork network, int sites) {
        List<Absent> all = new ArrayList<>();
        for (String text : texts) {
            Absent absent = absent(text, network);
            if (absent.site < 0 || absent.site >= sites) {
                throw new IllegalArgumentException("--without must name a site from 1 to " + sites + ", was " + text);
            }
            all.add(absent);
        }
        return new AbsentLevels(network, List.copyOf(all));
    }

    /** Names and levels may hold signs, so every one of the network is tried. */
    private static Absent absent(String text, DiscreteNetwork network) {
        Matcher form = FORM.matcher(text);
        if (form.matches()) {
            VariableSchema schema = network.schema();
            for (int j = 0; j < schema.size(); j++) {
                for (int l = 0; l < schema.levels(j).size(); l++) {
                    String known =
                            schema.names().get(j) + "=" + schema.levels(j).get(l);
                    if (known.equals(form.group(2))) {
                        return new Absent(Integer.parseInt(form.group(1)) - 1, j, l);
                    }
                }
            }
        }
        throw new IllegalArgumentException(
                "--without must name a site, a column and one of its levels, as 2:COLUMN=LEVEL, was " + text);
    }

    /**
     * The rows of a site. Reading them throws {@link IllegalArgumentException} where nearly no rows are left.
     *
     * @param site from 0
     */
    RowSource rows(int site, long rows, long seed) {
        List<Absent> own = absent.stream().filter(one -> one.site == site).toList();
        return own.isEmpty() ? network.sample(rows, seed) : new Left(own, rows, seed);
    }

    private final class Left implements RowSource {
        private final List<Absent> own;
        private final long rows;
        private final long seed;

        Left(List<Absent> own, long rows, long seed) {
            this.own = own;
            this.rows = rows;
            this.seed = seed;
        }

        @Override
        public VariableSchema schema() {
            return network.schema();
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            long[] left = {rows};
            long drawn = 0;
            for (long part = 0; left[0] > 0; part++) {
                drawn += left[0] + SPARE;
                network.sample(left[0] + SPARE, seed + (part << 40)).forEachRow(row -> {
                    boolean lacks = own.stream().noneMatch(one -> row[one.variable] == one.level);
                    if (lacks && left[0] > 0) {
                        left[0]--;
                        consumer.accept(row);
                    }
                });
                if (drawn >= ENOUGH && (rows - left[0]) * 100 < drawn) {
                    throw new IllegalArgumentException(
                            "--without must leave at least 1 row in 100, nearly all rows have one of the levels");
                }
            }
        }
    }
}
