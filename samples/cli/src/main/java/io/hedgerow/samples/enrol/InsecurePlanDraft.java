// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.columns.ColumnKinds;
import io.hedgerow.samples.columns.MappingFile;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.output.FactList;
import io.hedgerow.samples.source.InsecureKeyColumns;
import io.hedgerow.samples.source.SourceFile;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.PlannedAlgorithm;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Drafts a study plan from the columns of a data file, without privacy protection. Every value that a person has to
 * confirm is marked with {@link StudyPlan#UNCONFIRMED}, and a plan with a mark is refused everywhere.
 *
 * <p>Not private: suggested bounds follow from the smallest and largest value of each column, rounded up to 1, 2 or 5 ×
 * 10^k with a quarter to spare, levels from the texts of a column, and normal scores from the shapes of columns, by the
 * rule of {@link io.hedgerow.core.internal.diagnostics.DataDiagnostics#shapes}. So a person puts public knowledge in
 * their place.
 */
public final class InsecurePlanDraft {

    private static final int ROWS = 1000;

    private InsecurePlanDraft() {}

    /** The privacy unit of a drafted plan, which only a person can state. */
    public sealed interface Unit {
        /** No privacy unit is stated: a file with a column that may identify individuals is refused. */
        record Unsaid() implements Unit {}

        record Rows() implements Unit {}

        /** The unit is a user, who is named by a column and may have several rows. */
        record User(String column) implements Unit {}
    }

    /**
     * Writes a draft.
     *
     * @param data a file with a header and numbers; all of it is read
     * @throws DataException when the file cannot be read, or may have several rows per individual and that was not
     *     stated
     */
    public static FactList write(
            Path data, MappingFile mapping, Unit unit, String name, String coordinator, List<SiteId> sites, Path plan)
            throws IOException {
        Optional<String> user = unit instanceof Unit.User said ? Optional.of(said.column()) : Optional.empty();
        ColumnKinds kinds = ColumnKinds.ofTexts(
                data, CsvOptions.defaults(), mapping, user.map(Set::of).orElseGet(Set::of));
        CsvOptions reading = kinds.readings().get(0).withMissingValues(MissingValues.AS_NAN);
        RowSource rows = SourceFile.open(data, reading);
        InsecureBounds bounds = InsecureBounds.of(rows);
        List<String> text = bounds.withoutNumbers();
        user.ifPresent(column -> requireKey(data, column, rows.schema().names(), text));
        if (unit instanceof Unit.Unsaid) {
            RowSource cells = text.isEmpty() || !(rows instanceof CsvRowSource)
                    ? rows
                    : SourceFile.open(data, reading.withKeys(text.toArray(String[]::new)));
            requireNoKey(data, InsecureKeyColumns.of(cells));
        }
        List<PlannedVariable> variables = bounds.variables(
                rows.schema(),
                column -> !text.contains(column) && user.filter(column::equals).isEmpty());
        if (variables.isEmpty()) {
            throw new DataException(data + ": must have a column of numbers or levels for a plan, has none");
        }
        Map<String, String> parameters = new TreeMap<>();
        if (isOfRanks(data, reading, variables)) {
            parameters.put("transform", "normal-scores");
        } else if (variables.stream().anyMatch(variable -> variable.levels().isEmpty())) {
            parameters.put("private-mean", "true"); // columns of real tables have means far from 0
        }
        String counted = user.isPresent() ? "persons." : "rows.";
        sites.forEach(site -> parameters.put(counted + site.value(), String.valueOf(ROWS)));
        StudyPlan draft = usual(
                name,
                coordinator,
                sites,
                variables,
                PlannedAlgorithm.of(Algorithm.UNDER_BUDGET.name(), parameters),
                user.<PrivacyUnit>map(PrivacyUnit.UserUnit::new).orElseGet(PrivacyUnit.RecordUnit::new));
        PrivateFiles.create(plan, MarkedPlan.text(draft).getBytes(StandardCharsets.UTF_8), false);
        Map<String, String> leftOut = new TreeMap<>(kinds.leftOut());
        text.forEach(column -> leftOut.put(column, "no cell is a number"));
        return facts(plan, variables, leftOut);
    }

    /** A plan with the usual budget, rounds and deadline, and with masks where there are sites enough. */
    private static StudyPlan usual(
            String name,
            String coordinator,
            List<SiteId> sites,
            List<PlannedVariable> variables,
            PlannedAlgorithm algorithm,
            PrivacyUnit unit) {
        return new StudyPlan(
                name,
                coordinator,
                sites,
                variables,
                algorithm,
                new PlannedPrivacy.Budget(1, 1e-8, unit, Adjacency.REPLACE_ONE),
                20,
                sites.size(),
                Duration.ofMinutes(5),
                Math.min(3, sites.size()),
                sites.size() < 3
                        ? Optional.empty()
                        : Optional.of(new PlannedAggregation(
                                PlannedAggregation.Mode.MALICIOUS,
                                PlannedAggregation.Suite.HYBRID,
                                OptionalInt.empty(),
                                3,
                                0)),
                0);
    }

    /** What was drafted, what was left out, and what the people of the study do next. */
    private static FactList facts(Path plan, List<PlannedVariable> variables, Map<String, String> leftOut) {
        FactList facts = new FactList().fact("plan", plan.toString()).fact("variables", variables.size());
        if (!leftOut.isEmpty()) {
            facts = facts.fact(
                    "leftOut",
                    leftOut.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList());
        }
        List<String> categories = variables.stream()
                .filter(variable -> !variable.levels().isEmpty())
                .map(variable -> variable.name() + ": " + String.join(", ", variable.levels()))
                .toList();
        if (!categories.isEmpty()) {
            facts = facts.fact("levels", categories)
                    .next("levels were found in rows, and the plan publishes them to every site and the coordinator:"
                            + " take out what must not be seen, and name those that other sites have");
        }
        return facts.next("confirm every line that says " + StudyPlan.UNCONFIRMED
                        + ": put what is publicly known in its place, and take the mark away")
                .next("./hedgerow study check " + plan);
    }

    private static void requireKey(Path data, String column, List<String> names, List<String> text) {
        if (!names.contains(column)) {
            throw new DataException(data + ": has no column \"" + column + "\""
                    + Nearest.to(column, names)
                            .map(near -> ", did you mean \"" + near + "\"?")
                            .orElse("")
                    + " (columns: " + String.join(", ", names) + ")");
        }
        if (text.contains(column)) {
            throw new DataException(
                    data + ": column \"" + column + "\" must name the user of each row by a whole number up to"
                            + " 2^53, has no number: write a number for each name, the same in all rows of an"
                            + " individual");
        }
    }

    private static void requireNoKey(Path data, List<InsecureKeyColumns.Found> keys) {
        if (!keys.isEmpty()) {
            throw new DataException(data + ": the meaning of one row must be given, because "
                    + keys.stream().map(Object::toString).collect(Collectors.joining(", "))
                    + (keys.size() == 1 ? " may name" : " may each name")
                    + " the user of a row: give --person COLUMN to protect individuals with all their rows, or"
                    + " --rows-are-units if every row is another individual's and this is a measurement");
        }
    }

    /** Whether ranks describe most columns better than values do, in the rows without a missing cell. */
    private static boolean isOfRanks(Path data, CsvOptions reading, List<PlannedVariable> variables) {
        String[] names = variables.stream().map(PlannedVariable::name).toArray(String[]::new);
        RowSource rows = new CompleteRows(SourceFile.open(data, reading.withColumns(names)));
        try {
            return InsecureOpenSites.readAll(
                            List.of(SiteData.of(new DatasetIdentity("draft"), rows)),
                            open -> DataDiagnostics.shapes(open, names.length))
                    .stream()
                    .anyMatch(warning -> warning.kind() == DataDiagnostics.DataWarning.Kind.SCORES);
        } catch (DataException e) {
            return false; // hardly a row is complete
        }
    }

    /** Filters the rows in which every cell is a number. */
    private record CompleteRows(RowSource source) implements RowSource {
        @Override
        public VariableSchema schema() {
            return source.schema();
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            source.forEachRow(row -> {
                if (Arrays.stream(row).allMatch(Double::isFinite)) {
                    consumer.accept(row);
                }
            });
        }
    }
}
