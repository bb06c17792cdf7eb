// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.json.JsonWriter;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.search.ReleasedFigures;
import io.hedgerow.core.search.ReleasedFigures.Margin;
import io.hedgerow.core.search.ReleasedFigures.Pair;
import io.hedgerow.core.search.ReleasedFigures.Range;
import io.hedgerow.core.search.ReleasedFigures.Statistic;
import java.util.List;
import java.util.Optional;

/** Writes and reads the section {@code figures} of a {@code result.json}. */
final class FigureSection {

    private static final String NAME = "figures";

    /** The variables, without lags. */
    private final VariableSchema names;

    FigureSection(VariableSchema names) {
        this.names = names;
    }

    void write(ReleasedFigures figures, JsonWriter out) {
        out.object(NAME, () -> {
            out.number("interval", ReleasedFigures.COVERED);
            out.objects("margins", figures.margins(), margin -> {
                out.text("variable", names.names().get(margin.variable()));
                out.text("statistic", Words.dashed(margin.statistic()));
                if (margin.level() >= 0) {
                    out.text("level", names.levels(margin.variable()).get(margin.level()));
                }
                range(margin.range(), out);
            });
            out.objects("pairs", figures.pairs(), pair -> {
                out.text("one", names.names().get(pair.one()));
                out.text("other", names.names().get(pair.other()));
                range(pair.range(), out);
            });
        });
    }

    private static void range(Range range, JsonWriter out) {
        out.number("lower", range.lower());
        out.number("upper", range.upper());
    }

    Optional<ReleasedFigures> read(YamlNode root) {
        return root.optional(NAME)
                .map(section -> new ReleasedFigures(
                        NetworkReader.items(section, "margins").stream()
                                .map(this::margin)
                                .toList(),
                        NetworkReader.items(section, "pairs").stream()
                                .map(this::pair)
                                .toList()));
    }

    private Margin margin(YamlNode node) {
        int variable = place(node.required("variable"), "a variable", names.names());
        YamlNode word = node.required("statistic");
        String text = word.text("a word");
        Statistic statistic = Words.constant(Statistic.class, text)
                .orElseThrow(() -> word.mustBe("one of mean, deviation and share"));
        List<String> levels = names.levels(variable);
        if (levels.isEmpty() == (statistic == Statistic.SHARE)) {
            throw word.mustBe(levels.isEmpty() ? "mean or deviation, of a number" : "share, of a category");
        }
        int level = levels.isEmpty() ? -1 : place(node.required("level"), "a level", levels);
        return new Margin(variable, statistic, level, range(node));
    }

    private Pair pair(YamlNode node) {
        return new Pair(
                place(node.required("one"), "a variable", names.names()),
                place(node.required("other"), "a variable", names.names()),
                range(node));
    }

    private static Range range(YamlNode node) {
        return node.checked(() -> new Range(NetworkReader.number(node, "lower"), NetworkReader.number(node, "upper")));
    }

    private static int place(YamlNode node, String what, List<String> known) {
        int place = known.indexOf(node.text(what));
        if (place < 0) {
            throw node.mustBe("one of " + String.join(", ", known));
        }
        return place;
    }
}
