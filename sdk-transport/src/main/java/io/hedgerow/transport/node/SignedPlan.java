// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException.Reason;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.SiteRules.PlanRefusal;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A study plan with its signatures and, for secure aggregation, its roster.
 *
 * @param plan what was agreed
 * @param signatures of officers; none when there is no such file
 * @param roster of secure aggregation, with its signatures; there is one exactly when the plan has secure aggregation
 */
public record SignedPlan(StudyPlan plan, DocumentSignatures signatures, Optional<SignedRoster> roster) {

    public SignedPlan {
        if (plan.secureAggregation().isPresent() != roster.isPresent()) {
            throw new IllegalArgumentException(
                    roster.isPresent()
                            ? "the plan has no secure aggregation, so there must be no roster, was one: leave it out"
                            : "the plan has secure aggregation, so there must be a roster, was none: uploads would "
                                    + "leave without masks");
        }
    }

    /**
     * A roster with the officers' signatures.
     *
     * @param document who takes part, with which keys
     * @param signatures of officers
     */
    public record SignedRoster(RosterDocument document, DocumentSignatures signatures) {}

    /**
     * Reads a plan.
     *
     * @param file the plan; signatures are in the file beside it
     * @param roster the roster; needed when the plan has secure aggregation, and refused when it has not
     * @throws IllegalArgumentException when there is a roster too few or too many
     */
    public static SignedPlan read(Path file, Optional<Path> roster) {
        return read(file, StudyPlan.read(file), roster);
    }

    private static SignedPlan read(Path file, StudyPlan plan, Optional<Path> roster) {
        if (plan.secureAggregation().isPresent() && roster.isEmpty()) {
            throw new IllegalArgumentException(
                    "the plan has secure aggregation, and there is no roster: put the signed roster.yaml beside the "
                            + "plan, or give --roster FILE");
        }
        if (plan.secureAggregation().isEmpty() && roster.isPresent()) {
            throw new IllegalArgumentException(
                    "the plan has no secure aggregation, for which a roster would be: leave --roster out");
        }
        Path beside = DocumentSignatures.beside(file);
        DocumentSignatures signatures = Files.notExists(beside)
                ? DocumentSignatures.none(plan.digest())
                : DocumentSignatures.read(beside, StudyPlan.KIND); // a directory that is away is no plan without any
        return new SignedPlan(plan, signatures, roster.map(path -> {
            Path signed = DocumentSignatures.beside(path);
            RosterDocument document = RosterDocument.read(path);
            return new SignedRoster(
                    document,
                    Files.notExists(signed)
                            ? DocumentSignatures.none(document.digest())
                            : DocumentSignatures.read(signed, RosterDocument.KIND));
        }));
    }

    /**
     * Reads a plan with its signatures and, where it has secure aggregation, the roster {@code roster.yaml} beside it.
     *
     * @param file the plan
     * @throws IllegalArgumentException when it has secure aggregation and there is no roster beside it
     */
    public static SignedPlan read(Path file) {
        StudyPlan plan = StudyPlan.read(file);
        Path roster = file.resolveSibling("roster.yaml");
        boolean masked = plan.secureAggregation().isPresent();
        return read(file, plan, masked && !Files.notExists(roster) ? Optional.of(roster) : Optional.empty());
    }

    List<PlanRefusal> refusals(SiteRules rules, SiteId site) {
        return rules.refusals(plan, signatures, site);
    }

    /** Refuses for a site, with every reason, before anything is opened. */
    void requireAccepted(SiteRules rules, SiteId site) {
        List<PlanRefusal> refusals = refusals(rules, site);
        if (!refusals.isEmpty()) {
            throw new PolicyRefusedException(
                    "site " + site.value() + " does not join study " + plan.name() + ": "
                            + refusals.stream().map(PlanRefusal::message).collect(Collectors.joining("; ")),
                    Reason.RULES);
        }
        try {
            roster.ifPresent(signed -> signed.document().require(rules.officers(), signed.signatures()));
        } catch (IdentityException e) {
            // a roster that officers did not sign is refused as a plan that they did not sign
            throw new PolicyRefusedException(
                    "site " + site.value() + " does not join study " + plan.name() + ": " + Words.reason(e),
                    Reason.RULES);
        }
    }

    /**
     * Requires what secure aggregation needs: a roster that enough officers signed, and that names the plan's sites in
     * order.
     *
     * @param rules of the site
     * @throws IllegalArgumentException when the roster does not fit the plan
     * @throws io.hedgerow.transport.identity.IdentityException when too few officers signed it
     */
    public void requireRoster(SiteRules rules) {
        roster.ifPresent(signed -> {
            signed.document().require(rules.officers(), signed.signatures());
            PlannedMasks.requireFits(plan, signed.document());
        });
    }

    /** {@return the columns of a site's rows: the plan's variables and, where users are protected, their column} */
    public List<String> columns() {
        return columns(Set.of());
    }

    /**
     * {@return the columns of a site's rows, without those that the plan says it lacks}
     *
     * @param site of the plan
     * @throws StudyPlanException when the algorithm or a parameter is not known or has a wrong value
     */
    public List<String> columns(SiteId site) {
        return columns(method().absentColumns(site));
    }

    private List<String> columns(Set<String> absent) {
        List<String> columns = new ArrayList<>(plan.schema().names());
        columns.removeAll(absent);
        keyColumn().ifPresent(columns::add);
        return List.copyOf(columns);
    }

    /** {@return the levels of the plan's categories, by the names of their columns; there are no others} */
    public Map<String, VariableKind.Coding> levels() {
        Map<String, VariableKind.Coding> levels = new HashMap<>();
        for (PlannedVariable variable : plan.variables()) {
            if (variable.kind() instanceof VariableKind.Categorical category) {
                levels.put(variable.name(), category);
            }
        }
        return levels;
    }

    /** {@return the columns whose cells name a row's series and may be no numbers; none where rows are no series} */
    public Set<String> keys() {
        return PlannedMethod.realisation(plan).stream().collect(Collectors.toSet());
    }

    /**
     * {@return the treatment of a cell that holds no number} With a budget it is no failure, which the coordinator
     * would see: the solvers count it as 0. Without, a missing one is refused unless the plan says {@code missing:
     * use}.
     */
    public MissingValues missingValues() {
        if (plan.privacy().budget().isPresent()) {
            return MissingValues.AS_NAN;
        }
        return "use".equals(plan.algorithm().parameters().get("missing")) ? MissingValues.USE : MissingValues.REFUSE;
    }

    /**
     * The rows of a file as this plan needs them. Reads the first line.
     *
     * @param file with a header that names the plan's columns and, where users are protected, the one that names a
     *     row's user
     * @return closed rows of the plan's variables
     * @throws io.hedgerow.core.data.DataException when the file or a column is missing
     */
    public RowSource rows(Path file) {
        return rows(read(file, columns()));
    }

    /**
     * The rows of a file of a site that may lack columns. Reads the first line.
     *
     * @param site of the plan
     * @param file with a header that names the plan's columns but for those that the plan says the site lacks
     * @return closed rows of the variables that the site has
     * @throws io.hedgerow.core.data.DataException when the file or another column is missing
     */
    public RowSource rows(SiteId site, Path file) {
        return rows(read(file, columns(site)));
    }

    private RowSource read(Path file, List<String> columns) {
        return textFormat(ServiceLoader.load(RowSource.FileFormat.class, RowSource.class.getClassLoader()).stream())
                .rows(file, columns, missingValues(), levels(), keys());
    }

    /** The one format of text; a connector that cannot be loaded reads none. */
    static RowSource.FileFormat textFormat(Stream<? extends Supplier<RowSource.FileFormat>> formats) {
        List<RowSource.FileFormat> found = formats.flatMap(SignedPlan::loaded)
                .filter(format -> format.endings().isEmpty())
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException("one module on the path must read files of text, found "
                    + found.stream().map(format -> format.getClass().getName()).toList()
                    + ": leave hedgerow-readers alone on it");
        }
        return found.get(0);
    }

    private static Stream<RowSource.FileFormat> loaded(Supplier<RowSource.FileFormat> format) {
        try {
            return Stream.of(format.get());
        } catch (ServiceConfigurationError e) {
            return Stream.empty();
        }
    }

    /** Rows that keep the column of their users, where users are protected. */
    RowSource rows(RowSource rows) {
        if (namesUsers() && rows instanceof UserRows users) {
            return users.leavingOutRowsWithoutUser();
        }
        return keyColumn()
                .filter(key -> !rows.knowsUsers() && rows.schema().indexOf(key) >= 0)
                .<RowSource>map(key -> UserRows.of(rows, key).leavingOutRowsWithoutUser())
                .orElse(rows);
    }

    /** {@return whether the plan protects users, so that each row must name its user} */
    public boolean namesUsers() {
        return keyColumn().isPresent();
    }

    private Optional<String> keyColumn() {
        return plan.privacy()
                .budget()
                .map(PlannedPrivacy.Budget::unit)
                .filter(PrivacyUnit.UserUnit.class::isInstance)
                .map(unit -> ((PrivacyUnit.UserUnit) unit).keyColumn());
    }

    /** Checks at both ends that plan and roster fit together, before anything is opened or spent. */
    Optional<PlannedMasks> masks() {
        try {
            return roster.map(signed -> new PlannedMasks(plan, signed.document()));
        } catch (IllegalArgumentException e) {
            throw new StudyPlanException(Words.reason(e), e);
        }
    }

    /**
     * Finds the method of the plan.
     *
     * @return the method, the same at both ends
     * @throws StudyPlanException when the algorithm or a parameter is not known or has a wrong value
     */
    public Method method() {
        try {
            return PlannedMethod.of(plan);
        } catch (IllegalArgumentException e) {
            throw new StudyPlanException(Words.reason(e), e);
        }
    }
}
