// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.core.internal.text.PlainName;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.yaml.RegimeLines;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Interventions;
import io.hedgerow.transport.internal.file.PlanText;
import io.hedgerow.transport.study.PlannedPrivacy.Budget;
import io.hedgerow.transport.study.PlannedPrivacy.InsecureNoBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads a plan from YAML, and reports errors with their line. */
final class PlanReader {

    private static final int MANY = 1_000_000;
    /** Parameters that may also be written as lists, beside those of what a site lacks. */
    private static final Set<String> LISTS = Set.of("required", "forbidden", "tiers");

    /** A parameter that may also be a group of the plan, by site. */
    private static final String INTERVENTIONS = "interventions";

    private static final String LIST_RULE = "a text, or a list of words without comma or semicolon";

    private PlanReader() {}

    /** Refuses another format, and a key that this one does not have. */
    private static void requireFormat(YamlNode root) {
        root.requireOnly(
                "format",
                "name",
                "coordinator",
                "sites",
                "variables",
                "algorithm",
                INTERVENTIONS,
                "privacy",
                "insecureNoPrivacy",
                "rounds",
                "quorum",
                "deadline",
                "minimumCohort",
                "secureAggregation",
                "outsideBounds",
                "despiteForecast");
        root.required("format").matching("1", "1, the only format of this version");
    }

    static StudyPlan plan(YamlNode root) {
        requireFormat(root);
        String name = root.required("name").matching(PlainName.PATTERN, PlainName.RULE);
        String coordinator = root.required("coordinator").matching(PlainName.PATTERN, PlainName.RULE);
        List<SiteId> sites = sites(root.required("sites"));
        List<PlannedVariable> variables = variables(root.required("variables"));
        PlannedAlgorithm algorithm = algorithm(root.required("algorithm"), root.optional(INTERVENTIONS));
        PlannedPrivacy privacy = privacy(root);
        int rounds = root.required("rounds").whole(1, StudyPlan.MOST_ROUNDS);
        int quorum = root.required("quorum").whole(1, sites.size());
        Duration deadline = duration(root.required("deadline"), StudyPlan.LONGEST_DEADLINE);
        int minimumCohort = root.required("minimumCohort").whole(1, quorum);
        YamlNode sums = root.required("secureAggregation");
        Optional<PlannedAggregation> aggregation = aggregation(sums);
        double outside = root.optional("outsideBounds")
                .map(share -> share.number("a share of rows from 0 to 1"))
                .orElse(0.0);
        Optional<YamlNode> word = root.optional("despiteForecast");
        word.ifPresent(given -> given.matching("true", "true, or not there"));
        return word.orElse(sums)
                .checked(() -> new StudyPlan(
                        name,
                        coordinator,
                        sites,
                        variables,
                        algorithm,
                        privacy,
                        rounds,
                        quorum,
                        deadline,
                        minimumCohort,
                        aggregation,
                        outside,
                        word.isPresent()));
    }

    private static List<SiteId> sites(YamlNode node) {
        List<SiteId> sites = new ArrayList<>();
        for (YamlNode item : node.items("a list of sites such as [north, south]")) {
            SiteId site = new SiteId(item.matching(PlainName.PATTERN, PlainName.RULE));
            sites.add(site);
        }
        if (sites.isEmpty() || sites.size() > StudyPlan.MOST_SITES) {
            throw node.complain("a study must have 1 to " + StudyPlan.MOST_SITES + " sites, has " + sites.size());
        }
        try {
            PlainName.requireUnlike("sites", sites.stream().map(SiteId::value).toList());
        } catch (IllegalArgumentException e) {
            throw node.complain(Words.reason(e));
        }
        return sites;
    }

    private static List<PlannedVariable> variables(YamlNode node) {
        Map<String, YamlNode> fields = node.fields();
        if (fields.isEmpty() || fields.size() > StudyPlan.MOST_VARIABLES) {
            throw node.complain(
                    "a study must have 1 to " + StudyPlan.MOST_VARIABLES + " variables, has " + fields.size());
        }
        List<PlannedVariable> variables = new ArrayList<>();
        fields.forEach((name, bounds) -> {
            String allowed = "public bounds such as [0, 120], or {levels: [F, M]} of a category";
            if (bounds.isMapping()) {
                bounds.requireOnly("levels");
                List<String> levels = bounds.required("levels").items("a list of levels such as [F, M]").stream()
                        .map(level -> level.text("a level"))
                        .toList();
                variables.add(bounds.checked(() -> PlannedVariable.categorical(name, levels)));
                return;
            }
            List<YamlNode> ends = bounds.items(allowed);
            if (ends.size() != 2) {
                throw bounds.complain("must be " + allowed + ", had " + ends.size() + " numbers");
            }
            double lowest = ends.get(0).number("a finite number");
            double highest = ends.get(1).number("a finite number");
            variables.add(bounds.checked(() -> new PlannedVariable(name, lowest, highest)));
        });
        return variables;
    }

    private static PlannedAlgorithm algorithm(YamlNode node, Optional<YamlNode> interventions) {
        node.requireOnly("id", "parameters");
        String id = node.required("id").matching(PlanText.ID, "lower-case letters, digits and dashes");
        Map<String, String> parameters = new TreeMap<>();
        node.optional("parameters")
                .ifPresent(group ->
                        group.fields().forEach((name, value) -> parameters.put(name, parameter(name, value))));
        interventions.ifPresent(sites -> {
            // in one form, whatever the order of the lines
            String text = sites.checked(
                    () -> Interventions.parse(RegimeLines.text(sites)).text());
            if (parameters.put(INTERVENTIONS, text) != null) {
                throw sites.complain("must be named once, is also a parameter of the algorithm: leave one of them out");
            }
        });
        return node.checked(() -> PlannedAlgorithm.of(id, parameters));
    }

    private static String parameter(String name, YamlNode value) {
        return (LISTS.contains(name) || name.startsWith("lacks.")) && value.isList()
                ? list(value)
                : value.text("a number, a word or true or false");
    }

    /** Reads another form of a text with commas, and of a list of lists with semicolons. */
    private static String list(YamlNode value) {
        List<YamlNode> items = value.items(LIST_RULE);
        boolean nested = items.stream().anyMatch(YamlNode::isList);
        List<String> parts = new ArrayList<>();
        for (YamlNode item : items) {
            parts.add(nested ? words(item) : item.matching("[^,;]+", LIST_RULE));
        }
        return joined(value, nested ? "; " : ", ", parts);
    }

    private static String words(YamlNode list) {
        List<String> words = new ArrayList<>();
        for (YamlNode item : list.items(LIST_RULE)) {
            words.add(item.matching("[^,;]+", LIST_RULE));
        }
        return joined(list, ", ", words);
    }

    private static String joined(YamlNode list, String separator, List<String> parts) {
        if (parts.isEmpty()) {
            throw list.mustBe(LIST_RULE);
        }
        return String.join(separator, parts);
    }

    private static PlannedPrivacy privacy(YamlNode root) {
        Optional<YamlNode> optOut = root.optional("insecureNoPrivacy");
        Optional<YamlNode> promised = root.optional("privacy");
        if (optOut.isPresent()) {
            optOut.get().matching("true", "true, or not there");
            if (promised.isPresent()) {
                throw optOut.get().complain("a plan must have either privacy or insecureNoPrivacy, has both");
            }
            return new InsecureNoBudget();
        }
        YamlNode node = promised.orElseThrow(
                () -> root.complain("a plan must say what it promises: privacy: {epsilon, delta, unit, adjacency}, or "
                        + "insecureNoPrivacy: true"));
        node.requireOnly("epsilon", "delta", "unit", "adjacency", "noise");
        double epsilon = node.required("epsilon").number("a number > 0");
        double delta = node.required("delta").number("a number from 0 up to but not including 1");
        PrivacyUnit unit = unit(node.required("unit"));
        Adjacency adjacency = word(node.required("adjacency"), Adjacency.values());
        String noise = node.optional("noise")
                .map(name -> name.text("the name of a noise source such as discrete"))
                .orElse(PrivacyPromise.USUAL_NOISE);
        return node.checked(() -> new Budget(epsilon, delta, unit, adjacency, noise));
    }

    private static PrivacyUnit unit(YamlNode node) {
        String allowed = "record, or {person: COLUMN}";
        if (!node.isMapping()) {
            node.matching("record", allowed);
            return new PrivacyUnit.RecordUnit();
        }
        node.requireOnly("person");
        YamlNode column = node.required("person");
        return column.checked(() -> new PrivacyUnit.UserUnit(column.text("the column that identifies a user")));
    }

    private static Optional<PlannedAggregation> aggregation(YamlNode node) {
        if (!node.isMapping()) {
            node.matching("none", "{mode, suite, colluding, minHonest, dropouts}, or none");
            return Optional.empty();
        }
        node.requireOnly("mode", "suite", "colluding", "minHonest", "dropouts");
        PlannedAggregation.Mode mode = word(node.required("mode"), PlannedAggregation.Mode.values());
        PlannedAggregation.Suite suite = node.optional("suite")
                .map(value -> word(value, PlannedAggregation.Suite.values()))
                .orElse(PlannedAggregation.Suite.HYBRID);
        OptionalInt colluding = node.optional("colluding")
                .map(value -> OptionalInt.of(value.whole(0, StudyPlan.MOST_SITES)))
                .orElseGet(OptionalInt::empty);
        int minHonest = node.required("minHonest").whole(2, StudyPlan.MOST_SITES);
        int dropouts =
                node.optional("dropouts").map(value -> value.whole(0, MANY)).orElse(0);
        return Optional.of(node.checked(() -> new PlannedAggregation(mode, suite, colluding, minHonest, dropouts)));
    }

    private static <E extends Enum<E>> E word(YamlNode node, E[] constants) {
        List<String> allowed = Stream.of(constants).map(Words::dashed).toList();
        int at = allowed.indexOf(node.text(String.join(" or ", allowed)));
        if (at < 0) {
            throw node.mustBe(String.join(" or ", allowed));
        }
        return constants[at];
    }

    /** A time such as 90s, 5m or 2h. */
    static Duration duration(YamlNode node, Duration longest) {
        String allowed = "a time from 1s to " + longest.toHours() + "h, such as 90s, 5m or 2h";
        String text = node.matching("[1-9][0-9]{0,6}[smh]", allowed);
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        Duration duration =
                switch (text.charAt(text.length() - 1)) {
                    case 's' -> Duration.ofSeconds(number);
                    case 'm' -> Duration.ofMinutes(number);
                    default -> Duration.ofHours(number);
                };
        if (duration.compareTo(longest) > 0) {
            throw node.mustBe(allowed);
        }
        return duration;
    }

    static StudyPlanException problem(YamlProblem problem) {
        return new StudyPlanException(problem.text(), problem);
    }
}
