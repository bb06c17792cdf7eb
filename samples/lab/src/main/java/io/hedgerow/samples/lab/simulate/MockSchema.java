// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.simulate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.lab.simulate.MockStudy.MockSite;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.source.SourceFile;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The public facts from which mock data are made: columns, sites and row counts.
 *
 * @param columns in order
 * @param sites and the numbers of their rows, where a plan states them; a number is 0 where it does not
 * @param userColumn the column that names the user of a row, where a plan protects users
 */
record MockSchema(List<MockColumn> columns, List<MockSite> sites, Optional<String> userColumn) {

    /** The made-up rows of each user. */
    static final int ROWS_OF_A_PERSON = 2;

    private static final List<String> BOUNDS = List.of("name", "lower", "upper");

    /** Reads a plan, a list of columns with their bounds, or the columns of a file of rows. */
    static MockSchema read(Path file) {
        String name = file.toString();
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            return of(StudyPlan.read(file), file);
        }
        List<String> header = SourceFile.columns(file, CsvOptions.defaults());
        List<MockColumn> columns = header.size() >= BOUNDS.size()
                        && header.subList(0, BOUNDS.size()).equals(BOUNDS)
                ? listed(file, header)
                : header.stream().map(MockColumn::unbounded).toList();
        return new MockSchema(columns, List.of(), Optional.empty());
    }

    private static List<MockColumn> listed(Path file, List<String> header) {
        boolean kinds = header.contains("kind");
        for (String more : header.subList(BOUNDS.size(), header.size())) {
            if (!Set.of("unit", "kind").contains(more)) {
                throw new IllegalArgumentException(
                        file + ": must have the columns name,lower,upper and, if wanted, unit and kind, has " + more);
            }
        }
        List<String> wanted = new ArrayList<>(BOUNDS);
        if (kinds) {
            wanted.add("kind");
        }
        RowSource rows = CsvRowSource.of(
                file,
                CsvOptions.defaults().withColumns(wanted.toArray(new String[0])).withKeys("name", "kind"));
        List<MockColumn> columns = new ArrayList<>();
        rows.forEachRow(row -> {
            String name = rows.keyText(row[0]);
            columns.add(new MockColumn(
                    new PlannedVariable(name, row[1], row[2]),
                    kinds ? MockColumn.Kind.named(rows.keyText(row[3]), name) : MockColumn.Kind.REAL));
        });
        return columns;
    }

    private static MockSchema of(StudyPlan plan, Path file) {
        Map<String, String> parameters = plan.algorithm().parameters();
        if (Algorithm.find(plan.algorithm().id())
                        .filter(known -> known.has(MethodTrait.SERIES))
                        .isPresent()
                || parameters.containsKey("lags")) {
            throw new IllegalArgumentException(file + " is the plan of a study of time series, whose rows --like does"
                    + " not make: use --lags and --steps, or leave the algorithm for another while you try");
        }
        return new MockSchema(
                plan.variables().stream().map(MockColumn::of).toList(),
                plan.sites().stream()
                        .map(site -> new MockSite(site.value(), rows(site, parameters)))
                        .toList(),
                plan.privacy()
                        .budget()
                        .map(PlannedPrivacy.Budget::unit)
                        .filter(PrivacyUnit.UserUnit.class::isInstance)
                        .map(unit -> ((PrivacyUnit.UserUnit) unit).keyColumn()));
    }

    /** The number that a plan makes public, which rows must have. */
    private static long rows(SiteId site, Map<String, String> parameters) {
        String users = Objects.requireNonNullElse(parameters.get("persons." + site.value()), "0");
        String rows = Objects.requireNonNullElse(parameters.get("rows." + site.value()), "0");
        return Math.max(Long.parseLong(rows), ROWS_OF_A_PERSON * Long.parseLong(users));
    }

    /** A column of which only name, bounds and kind are known. */
    record MockColumn(PlannedVariable variable, Kind kind) {

        /** Standard deviations on each side of the middle, after which values are held at the bounds. */
        private static final double DEVIATIONS = 3;

        /** With it the logistic function is nowhere 0.01 away from the normal one. */
        private static final double LOGISTIC = 1.702;

        enum Kind {
            /** Any number within the bounds. */
            REAL,
            /** Whole numbers within the bounds. */
            INTEGER,
            /** One of the bounds. */
            BINARY,
            /** One of the levels. */
            CATEGORY;

            static Kind named(String text, String column) {
                return Words.constant(Kind.class, text)
                        .filter(kind -> kind != CATEGORY) // which has levels, and those are in plans
                        .orElseThrow(() -> new IllegalArgumentException(
                                "kind of " + column + " must be real, integer or binary, was " + text));
            }
        }

        MockColumn {
            if ((kind == Kind.CATEGORY) == variable.levels().isEmpty()) {
                throw new IllegalArgumentException(variable.name()
                        + " must have levels if it is a category, and none otherwise, has " + variable.levels());
            }
            if (kind == Kind.INTEGER && Math.ceil(variable.lowest()) >= Math.floor(variable.highest())) {
                throw new IllegalArgumentException("bounds of " + variable.name()
                        + " must have two whole numbers between them, were [" + variable.lowest() + ", "
                        + variable.highest() + "]");
            }
        }

        /** The column that a plan describes. */
        static MockColumn of(PlannedVariable variable) {
            return new MockColumn(variable, variable.levels().isEmpty() ? Kind.REAL : Kind.CATEGORY);
        }

        /** A column without bounds, in standard deviations. */
        static MockColumn unbounded(String name) {
            return new MockColumn(new PlannedVariable(name, -DEVIATIONS, DEVIATIONS), Kind.REAL);
        }

        /** The recorded value of a number of standard deviations about the mean. */
        double recorded(double deviations) {
            double lowest = variable.lowest();
            double highest = variable.highest();
            if (kind == Kind.CATEGORY) {
                // about a normal distribution's share below, so that levels are about equally frequent
                double share = 1 / (1 + Math.exp(-LOGISTIC * deviations));
                return Math.min(
                        variable.levels().size() - 1,
                        Math.floor(share * variable.levels().size()));
            }
            if (kind == Kind.BINARY) {
                return deviations > 0 ? highest : lowest;
            }
            // each half for itself: the difference of the largest numbers is not finite
            double value = lowest / 2 + highest / 2 + deviations / DEVIATIONS * (highest / 2 - lowest / 2);
            return kind == Kind.INTEGER
                    ? clamp(Math.rint(value), Math.ceil(lowest), Math.floor(highest))
                    : clamp(value, lowest, highest);
        }

        private static double clamp(double value, double least, double most) {
            return Math.min(most, Math.max(least, value));
        }
    }
}
