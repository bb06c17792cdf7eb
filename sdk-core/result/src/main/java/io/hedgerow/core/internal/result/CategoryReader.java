// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.CategoricalModel.FamilyCounts;
import io.hedgerow.core.search.CategoricalModel.Line;
import io.hedgerow.core.search.CategoricalModel.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads the families of a network with categories: {@code tables}, and equations with terms by level. */
final class CategoryReader {

    /** Closer to a whole number is round-off of a count. */
    private static final double ROUNDING = 1e-6;

    private final YamlNode root;
    private final VariableSchema schema;
    private final NetworkReader reader;

    CategoryReader(YamlNode root, VariableSchema schema, NetworkReader reader) {
        this.root = root;
        this.schema = schema;
        this.reader = reader;
    }

    /** Whether the document has the families of every category. */
    static boolean isIn(YamlNode root) {
        List<YamlNode> tables = NetworkReader.items(root, "tables");
        return !tables.isEmpty()
                && tables.stream().allMatch(table -> table.optional("prior").isPresent());
    }

    CategoricalModel model() {
        List<FamilyCounts> families = NetworkReader.items(root, "tables").stream()
                .map(this::family)
                .sorted(Comparator.comparingInt(FamilyCounts::target))
                .toList();
        Set<Integer> targets = new HashSet<>();
        for (FamilyCounts family : families) {
            if (!targets.add(family.target())) {
                throw complaint("must have one table of each category, has two of " + name(family.target()));
            }
        }
        for (int j = 0; j < schema.size(); j++) {
            if (!schema.levels(j).isEmpty() && !targets.contains(j)) {
                throw complaint("must have a table of each category, has none of " + name(j));
            }
        }
        return new CategoricalModel(families, lines());
    }

    private RuntimeException complaint(String text) {
        return root.required("tables").complain(text);
    }

    private String name(int variable) {
        return schema.names().get(variable);
    }

    private int category(YamlNode node) {
        int j = reader.variable(node);
        if (schema.levels(j).isEmpty()) {
            throw node.mustBe("a variable with levels");
        }
        return j;
    }

    private FamilyCounts family(YamlNode table) {
        int j = category(table.required("target"));
        List<Integer> parents = NetworkReader.items(table, "parents").stream()
                .map(this::category)
                .toList();
        int k = schema.levels(j).size();
        long q = 1;
        for (int p : parents) {
            q = Math.min(Integer.MAX_VALUE, q * schema.levels(p).size());
        }
        double[] probabilities = flat(table.required("probabilities"), q, k);
        double prior = NetworkReader.number(table, "prior");
        Optional<YamlNode> rows = table.optional("rows");
        double[] counts = rows.isPresent() ? flat(rows.get(), q, k) : counts(table, probabilities, prior, k);
        FamilyCounts family = table.checked(() -> new FamilyCounts(j, parents, k, boxed(counts), prior));
        for (int at = 0; at < counts.length; at++) {
            if (!(Math.abs(family.probability(at / k, at % k) - probabilities[at]) <= ROUNDING)) {
                throw table.required("probabilities")
                        .complain("must be those that rows and prior make, were others in line " + (at / k + 1));
            }
        }
        return family;
    }

    private static List<Double> boxed(double[] numbers) {
        List<Double> list = new ArrayList<>();
        for (double number : numbers) {
            list.add(number);
        }
        return list;
    }

    /** The rows without those of the prior. */
    private static double[] counts(YamlNode table, double[] probabilities, double prior, int k) {
        YamlNode list = table.required("counts");
        double[] lines = numbers(list);
        if (lines.length * k != probabilities.length) {
            throw list.complain("must have a number for each line of probabilities, had " + lines.length);
        }
        return IntStream.range(0, probabilities.length)
                .mapToDouble(at -> {
                    double count = Math.max(0, probabilities[at] * lines[at / k] - prior / probabilities.length);
                    return Math.abs(count - Math.rint(count)) < ROUNDING ? Math.rint(count) : count;
                })
                .toArray();
    }

    private static double[] flat(YamlNode lines, long q, int k) {
        List<double[]> all = lines.items("a list of lines").stream()
                .map(CategoryReader::numbers)
                .toList();
        if (all.size() != q || all.stream().anyMatch(line -> line.length != k)) {
            throw lines.complain("must have a line for each of the " + q
                    + " combinations of the parents' levels, with a number for each of the " + k
                    + " levels of the target");
        }
        return all.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    private static double[] numbers(YamlNode list) {
        return list.items("a list of numbers").stream()
                .mapToDouble(number -> {
                    double one = number.number(NetworkReader.FINITE);
                    if (!(one >= 0)) {
                        throw number.mustBe("a number of at least 0");
                    }
                    return one;
                })
                .toArray();
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (YamlNode equation : NetworkReader.items(root.required("parameters"), "equations")) {
            int j = reader.variable(equation.required("variable"));
            if (schema.levels(j).isEmpty()) {
                lines.add(new Line(
                        j,
                        NetworkReader.number(equation, "intercept"),
                        NetworkReader.number(equation, "noiseVariance"),
                        NetworkReader.items(equation, "parents").stream()
                                .filter(parent -> parent.optional("information").isEmpty())
                                .map(this::term)
                                .toList()));
            }
        }
        lines.sort(Comparator.comparingInt(Line::target));
        return lines;
    }

    private Term term(YamlNode parent) {
        int i = reader.variable(parent.required("variable"));
        List<String> levels = schema.levels(i);
        double weight = NetworkReader.number(parent, "weight");
        if (levels.isEmpty()) {
            return new Term(i, -1, weight);
        }
        YamlNode level = parent.required("level");
        int place = levels.indexOf(level.text("a level"));
        if (place < 0) {
            throw level.mustBe("one of the levels " + String.join(", ", levels));
        }
        return new Term(i, place, weight);
    }
}
