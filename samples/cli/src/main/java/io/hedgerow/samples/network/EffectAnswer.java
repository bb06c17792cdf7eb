// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.output.Table;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The total effects of a learned network that were requested, as text and JSON.
 *
 * @param network where it was read
 * @param of the variable that is set; left out where all are asked for
 * @param on the variable that changes; left out where all are asked for
 * @param change by how much it is set higher
 * @param leastProbability pairs below are not in the result; above .05 nor are all that are as likely
 * @param effects those that were asked for
 * @param assumes what they assume, in sentences
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EffectAnswer(
        String network,
        @Nullable String of,
        @Nullable String on,
        double change,
        double leastProbability,
        List<Line> effects,
        List<String> assumes)
        implements Result {

    private static final int MOST_LINES = 20;
    private static final double LIKELY = 0.5;

    /** In a result with a smaller least probability nothing was cut, and what is left out is 0. */
    private static final double NO_EFFECT = 0.05;

    private static final double MOST_SURE = 0.99;
    private static final int DIGITS = 3;
    private static final int MOST_PLACES = 6;

    /**
     * One effect.
     *
     * @param steps later; left out where rows are no series
     * @param level that the variable is set to, beside its reference; left out where it is a number
     * @param outcome the level whose probability changes; left out where a number changes
     * @param identified whether the graphs that the data cannot tell apart agree on its direction; left out where it
     *     was not computed
     * @param adjusting in words
     * @param possible what else it may be, or that it is 0 in the shown class, in words; left out where the data tell
     * @param hidden what it rests on when causes may be hidden, in words; left out where they were not looked for
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Line(
            String from,
            String to,
            @Nullable Integer steps,
            @Nullable String level,
            @Nullable String reference,
            @Nullable String outcome,
            double probability,
            double median,
            double lower,
            double upper,
            @Nullable Boolean identified,
            String adjusting,
            @Nullable String possible,
            @Nullable String hidden) {

        private String name() {
            return from
                    + (level == null ? "" : " = " + level + " (not " + reference + ")")
                    + " → "
                    + to
                    + (outcome == null ? "" : " = " + outcome)
                    + (steps == null ? "" : " +" + steps);
        }
    }

    /** A request for effects of pairs of variables, when one is raised by {@code change}: finite and above 0. */
    public record Question(@Nullable String of, @Nullable String on, double change) {
        public Question {
            if (!(change > 0 && change < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("--change must be finite and > 0, was " + change);
            }
        }
    }

    public static EffectAnswer of(String source, Optional<NetworkPart> learned, Question question) {
        NetworkPart part = learned.orElseThrow(() -> new DataException(source
                + ": must be a result.json, whose search had moments and a posterior, is a network alone: give the"
                + " result of learn or of a study"));
        TotalEffects effects = part.effects().orElseThrow(() -> new DataException(source + ": " + reason(part)));
        OptionalInt from = place(question.of(), part);
        OptionalInt to = place(question.on(), part);
        if (from.isPresent() && from.equals(to)) {
            throw new IllegalArgumentException("--of and --on must be two variables, were both " + question.of());
        }
        EffectWords words = new EffectWords(part, effects, question.change());
        List<Line> lines = effects.pairs().stream()
                .filter(effect -> from.isEmpty() || effect.from() == from.getAsInt())
                .filter(effect -> to.isEmpty() || effect.to() == to.getAsInt())
                .sorted(
                        from.isPresent() && to.isPresent()
                                ? Comparator.comparingInt(Effect::steps)
                                : Comparator.comparingDouble(Effect::probability)
                                        .reversed()
                                        .thenComparing(Comparator.comparingDouble((Effect effect) ->
                                                        Math.abs(effect.change().median()))
                                                .reversed()))
                .map(words::line)
                .toList();
        return new EffectAnswer(
                source,
                question.of(),
                question.on(),
                question.change(),
                effects.leastProbability(),
                lines,
                words.assumes());
    }

    private static OptionalInt place(@Nullable String name, NetworkPart part) {
        return name == null ? OptionalInt.empty() : OptionalInt.of(NetworkPart.place(name, part.variables()));
    }

    private static String reason(NetworkPart part) {
        String instead = ": learn with " + Algorithm.USUAL + ", or " + Algorithm.UNDER_BUDGET + " under a budget";
        return switch (part.model()) {
            case CURVES ->
                "relations are curves, along which the effect of one unit changes, and the file has no rows to average"
                        + " over: see curves.svg, or" + instead.substring(1);
            case NORMS -> "weights are norms of neural networks, which have no effects in units" + instead;
            default ->
                part.evidence().isEmpty() || isDirectedByNoise(part.evidence().get())
                        ? "the method gives one network and no posterior over networks, so an effect would have no"
                                + " probability and no interval" + instead
                        : part.evidence().get().trust().mixed()
                                ? unsaid(part)
                                : "the chains of the search did not agree,"
                                        + " so there are no probabilities: learn again with more rows or fewer"
                                        + " variables";
        };
    }

    private static boolean isDirectedByNoise(Evidence evidence) {
        return evidence.trust().findings().figure(Misfit.NORMAL_NOISE).isPresent();
    }

    private static String unsaid(NetworkPart part) {
        boolean onlyCategories = part.levels().size() == part.variables().size();
        if (onlyCategories) {
            return "effects between categories need tables of all families that were drawn, at most 150 variables, and"
                    + " a network of which they can be computed in bounded time: learn with " + Algorithm.USUAL
                    + ", of fewer variables or levels";
        }
        if (part.evidence().flatMap(evidence -> evidence.trust().columns()).isPresent()) {
            return "it has no effects, for some sites lack columns, and each variable was weighed by the rows of those"
                    + " that have it: learn again with --missing use, which takes the cells of such columns as missing";
        }
        return part.categories().isPresent()
                ? "the network has numbers and categories together, is of an earlier release or has too many levels:"
                        + " learn again with " + Algorithm.USUAL + ", of fewer variables or levels"
                : "it has no effects: it is of an earlier release, of more than 300 variables, of sites at which"
                        + " variables were set or changed, or its edges were directed by noises, which no posterior"
                        + " weighs: learn again with " + Algorithm.USUAL + " and without these";
    }

    static String number(double value) {
        BigDecimal rounded = new BigDecimal(value, new MathContext(DIGITS)).stripTrailingZeros();
        return Math.abs(rounded.precision() - rounded.scale()) > MOST_PLACES
                ? rounded.toString()
                : rounded.toPlainString();
    }

    /** Never 1, for a posterior of graphs that were drawn is not that sure. */
    private static String share(double probability) {
        return String.format(Locale.ROOT, "%.2f", Math.min(MOST_SURE, probability));
    }

    @Override
    public void describe(PrintWriter out) {
        if (of != null && on != null) {
            pair(out);
        } else {
            table(out);
        }
        out.println();
        out.println("assumes: " + String.join("; ", assumes));
    }

    private void pair(PrintWriter out) {
        if (effects.isEmpty()) {
            out.println("P(" + of + " affects " + on + ") is "
                    + (leastProbability <= NO_EFFECT
                            ? "below " + number(leastProbability)
                                    + ": the median of the effect is 0, and so is its 90 % interval"
                            : "at most " + number(leastProbability)
                                    + ": the effect is not among the 2,000 likeliest, which are all that a"
                                    + " result has"));
            return;
        }
        for (Line line : effects) {
            out.println(asked(line));
            out.println("  P(affects)  " + share(line.probability()));
            out.println("  change      " + number(line.median()) + "   90 % from " + number(line.lower()) + " to "
                    + number(line.upper()));
            out.println("  how         " + line.adjusting());
            if (line.possible() != null) {
                out.println("  directions  " + line.possible());
            }
            if (line.hidden() != null) {
                out.println("  hidden      " + line.hidden());
            }
        }
    }

    private String asked(Line line) {
        String changes = line.outcome() == null ? line.to() : "P(" + line.to() + " = " + line.outcome() + ")";
        return changes
                + (line.steps() == null ? "" : " " + line.steps() + " steps later")
                + " when "
                + line.from()
                + (line.level() == null
                        ? " is set " + number(change) + " higher:"
                        : " is set to " + line.level() + " and not to " + line.reference() + ":");
    }

    private String unit(List<Line> lines) {
        if (lines.stream().noneMatch(line -> line.level() != null)) {
            return "change per " + number(change);
        }
        return lines.stream().allMatch(line -> line.level() != null && line.outcome() != null)
                ? "change of P"
                : "change, of numbers per " + number(change);
    }

    private void table(PrintWriter out) {
        List<Line> likely = effects.stream()
                .filter(line -> line.probability() >= LIKELY)
                .limit(MOST_LINES)
                .toList();
        List<List<String>> cells = likely.stream()
                .map(line -> List.of(
                        line.name(),
                        share(line.probability()),
                        number(line.median()),
                        number(line.lower()) + " to " + number(line.upper()),
                        line.identified() == null ? "" : line.identified() ? "yes" : "no",
                        line.hidden() == null ? "" : line.hidden().startsWith("identified") ? "yes" : "no"))
                .toList();
        out.print(new Table(
                        1,
                        List.of("effect", "P", unit(likely), "90 %", "identified", "also if causes are hidden"),
                        cells)
                .markdown());
        if (likely.size() < effects.size()) {
            out.println();
            out.println(likely.size() + " of " + effects.size() + " effects: the likeliest with P of at least "
                    + number(LIKELY) + "; effects.csv and --json have all "
                    + (leastProbability <= NO_EFFECT
                            ? "with P of at least " + number(leastProbability)
                            : "that are among the 2,000 likeliest"));
        }
    }
}
