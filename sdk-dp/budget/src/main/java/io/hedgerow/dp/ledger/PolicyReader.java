// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.ledger.Names;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a policy file. Small, plain YAML only: no anchors, aliases, tags or further documents. */
final class PolicyReader {

    private static final int LARGEST = 64 << 10;
    private static final int MOST_SOLVERS = 100;

    private PolicyReader() {}

    /** The data set and rows that hold where a file names none. */
    record Fallback(DatasetIdentity dataset, long rows) {}

    static SitePolicy read(Path path, Optional<Fallback> fallback) {
        try {
            return policy(YamlDocument.read(path, LARGEST), fallback);
        } catch (YamlProblem e) {
            throw new DataException(e.text(), e);
        }
    }

    static SitePolicy parse(String file, String text) {
        try {
            return policy(YamlDocument.parse(file, text.getBytes(StandardCharsets.UTF_8)), Optional.empty());
        } catch (YamlProblem e) {
            throw new DataException(e.text(), e);
        }
    }

    private static SitePolicy policy(YamlNode root, Optional<Fallback> fallback) {
        root.requireOnly(SitePolicy.KEYS.toArray(String[]::new));
        YamlNode budgetNode = root.required("budget");
        PrivacyBudget budget = budget(budgetNode);
        YamlNode capNode = root.optional("perStudy").orElse(budgetNode);
        PrivacyBudget capBudget = budget(capNode);
        Optional<YamlNode> undeclared = root.optional("undeclaredDelta");
        double undeclaredDelta = undeclared.map(node -> node.number("a delta")).orElse(capBudget.delta());
        AccountingMode mode =
                root.optional("accounting").map(PolicyReader::mode).orElseGet(AccountingMode.FixedPlan::new);
        boolean ofFile = fallback.isPresent() && root.optional("dataset").isEmpty();
        Fallback dataset = ofFile ? fallback.get() : dataset(root.required("dataset"));
        // No software can tell whether a user has more than one row: who names the data must say whose they are.
        Optional<YamlNode> unit = ofFile ? root.optional("unit") : Optional.of(root.required("unit"));
        PrivacyUnit whose = unit.map(PolicyReader::unit).orElseGet(PrivacyUnit.RecordUnit::new);
        budgetNode.required("delta").checked(() -> {
            SitePolicy.requireSmall(budget.delta(), whose, dataset.rows());
            return budget;
        });
        return new SitePolicy(
                new PolicyTerms(
                        dataset.dataset(),
                        dataset.rows(),
                        whose,
                        root.optional("adjacency").map(PolicyReader::adjacency).orElse(Adjacency.REPLACE_ONE),
                        affordable(budgetNode, budget, mode),
                        mode),
                undeclared
                        .orElse(capNode)
                        .checked(() -> new StudyCap(affordable(capNode, capBudget, mode), undeclaredDelta)),
                root.optional("minimumCohort")
                        .map(node -> node.whole(1, 100_000))
                        .orElse(SitePolicy.USUAL_COHORT),
                root.optional("allowedSolvers").map(PolicyReader::solvers).orElse(SitePolicy.PRIVATE_SOLVERS),
                root.optional("clockToleranceMinutes")
                        .map(node -> Duration.ofMinutes(node.whole(0, 60L * 24 * 366 * 200)))
                        .orElse(LedgerClock.USUAL_TOLERANCE),
                root.optional("anchors").map(PolicyReader::anchors).orElse(SitePolicy.Anchors.WARN),
                root.optional("noise").map(PolicyReader::noise).orElse(List.of(PrivacyPromise.USUAL_NOISE)));
    }

    private static Fallback dataset(YamlNode dataset) {
        dataset.requireOnly("id", "rows");
        YamlNode id = dataset.required("id");
        return new Fallback(
                id.checked(() -> new DatasetIdentity(Names.requireWritable("id", id.text("a name")))),
                dataset.required("rows").whole(1, 1_000_000_000_000L));
    }

    private static PrivacyBudget budget(YamlNode node) {
        node.requireOnly("epsilon", "delta");
        YamlNode epsilon = node.required("epsilon");
        YamlNode delta = node.required("delta");
        double e = epsilon.number("a number > 0");
        double d = delta.number("a number from 0 up to but not including 1");
        epsilon.checked(() -> BudgetRange.requireEpsilon(e));
        if (!(d >= 0 && d < 1)) {
            throw delta.mustBe("a number from 0 up to but not including 1");
        }
        return new PrivacyBudget(e, d);
    }

    private static PrivacyBudget affordable(YamlNode node, PrivacyBudget budget, AccountingMode mode) {
        return node.checked(() -> {
            SpendingLimit.of(budget, mode);
            return budget;
        });
    }

    private static PrivacyUnit unit(YamlNode node) {
        String allowed = "record, or {person: COLUMN}";
        if (node.isMapping()) {
            node.requireOnly("person");
            YamlNode column = node.required("person");
            return column.checked(() -> new PrivacyUnit.UserUnit(
                    Names.requireWritable("person", column.text("the column that identifies a user"))));
        }
        if (!node.text(allowed).equals("record")) {
            throw node.mustBe(allowed);
        }
        return new PrivacyUnit.RecordUnit();
    }

    private static Adjacency adjacency(YamlNode node) {
        String allowed = "replace-one or zero-out";
        return switch (node.text(allowed)) {
            case "replace-one" -> Adjacency.REPLACE_ONE;
            case "zero-out" -> Adjacency.ZERO_OUT;
            default -> throw node.mustBe(allowed);
        };
    }

    /** Reads the setting of anchors; YAML has more than one way to write false, and off is one of them. */
    private static SitePolicy.Anchors anchors(YamlNode node) {
        String allowed = "off, warn or require";
        return Words.constant(SitePolicy.Anchors.class, node.text(allowed)).orElseThrow(() -> node.mustBe(allowed));
    }

    /** Reads one name or several; whether there is such a source is asked when it draws. */
    private static List<String> noise(YamlNode node) {
        String allowed = "the name of a noise source such as discrete, or a list of names";
        List<String> names = new ArrayList<>();
        for (YamlNode item : node.isList() ? node.items(allowed) : List.of(node)) {
            String name = item.text(allowed);
            if (!name.matches("[a-z0-9][a-z0-9-]{0,63}")) {
                throw item.mustBe(allowed);
            }
            if (names.contains(name)) {
                throw item.complain("noise \"" + name + "\" appears twice");
            }
            names.add(name);
        }
        if (names.isEmpty()) {
            throw node.mustBe(allowed);
        }
        return names;
    }

    private static AccountingMode mode(YamlNode node) {
        String allowed = "fixed-plan, or {rdp-filter: {order: NUMBER}}";
        if (node.isMapping()) {
            node.requireOnly("rdp-filter");
            YamlNode filter = node.required("rdp-filter");
            filter.requireOnly("order");
            YamlNode order = filter.required("order");
            return order.checked(() -> new AccountingMode.RdpFilter(order.number("a number > 1")));
        }
        if (!node.text(allowed).equals("fixed-plan")) {
            throw node.mustBe(allowed);
        }
        return new AccountingMode.FixedPlan();
    }

    /** Names of solvers by method, where they differ; a policy may name either. */
    private static final Map<String, String> SOLVERS_OF_METHODS =
            Map.of("dp-fed-sparse", "dp-pgcd", "dp-fed-sparse-laplace", "dp-pgcd-laplace");

    private static List<String> solvers(YamlNode node) {
        List<String> solvers = new ArrayList<>();
        for (YamlNode item : node.items("a list of solvers such as [dp-pgcd, dp-gram]")) {
            String name = item.text("the name of a solver");
            if (!name.matches("[a-z0-9][a-z0-9-]{0,63}")) {
                throw item.mustBe("the name of a solver: lower-case letters, digits and dashes");
            }
            String solver = SOLVERS_OF_METHODS.getOrDefault(name, name);
            if (solvers.contains(solver)) {
                throw item.complain("solver \"" + name + "\" appears twice");
            }
            solvers.add(solver);
        }
        if (solvers.isEmpty() || solvers.size() > MOST_SOLVERS) {
            throw node.complain("a policy must allow 1 to " + MOST_SOLVERS + " solvers, allows " + solvers.size());
        }
        return solvers;
    }
}
