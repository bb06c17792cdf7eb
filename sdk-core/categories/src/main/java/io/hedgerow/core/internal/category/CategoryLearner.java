// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.block.EdgeShare;
import io.hedgerow.core.internal.block.GaussianBlocks;
import io.hedgerow.core.internal.block.MixedEvidence;
import io.hedgerow.core.internal.block.SetScores;
import io.hedgerow.core.internal.effect.BlockEffects;
import io.hedgerow.core.internal.effect.LevelEffects;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentLimit;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.sites.ModelTest;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.TableStore;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Learns a network of numeric and categorical variables from sums that sites release in rounds: moments and the tables
 * of each two categories, then joint tables of each category with its likeliest parents, then more of these, where a
 * search would have parents that no table has together. Immutable. Not private.
 */
public final class CategoryLearner {

    /** α of {@link BdeuScore}: more makes edges that are not there, see {@code docs/adr/0047-categories.md}. */
    static final double EQUIVALENT_ROWS = 1;

    private static final List<ModelTest<Judged>> TESTS = List.of(
            judged -> judged.first().findDisagreement(),
            judged -> Finding.atColumns(Misfit.SCALES_DIFFER, judged.ofNumbers(WithinSites::scaleFactors)),
            judged -> judged.families().structure(),
            judged -> judged.numbers(Misfit.NOT_LINEAR, NumberFit::lines),
            judged -> judged.numbers(Misfit.NOT_GAUSSIAN, NumberFit::normality),
            judged -> Finding.atColumns(Misfit.CONSTANT_SOMEWHERE, judged.ofNumbers(WithinSites::constantSomewhere)));

    private final CategoryColumns columns;
    private final EdgeKnowledge knowledge;
    private final double threshold;
    private final long seed;

    /** Prepares a search whose network has edges of a weight from the threshold on. */
    public CategoryLearner(CategoryColumns columns, EdgeKnowledge knowledge, double threshold, long seed) {
        this.columns = columns;
        this.knowledge = knowledge;
        this.threshold = threshold;
        this.seed = seed;
    }

    public record Found(WeightMatrix network, Evidence evidence, List<String> notes) {}

    /**
     * The network, moments and tables on which the assumptions are tested; without numbers there are no lines and no
     * scales.
     */
    private record Judged(
            CategoryColumns columns, FirstSums first, NetworkFamilies families, Optional<NumberFit> numbers) {

        Finding numbers(Misfit about, Function<NumberFit, Finding> test) {
            return numbers.map(test).orElseGet(() -> Finding.notJudged(about, OptionalDouble.empty()));
        }

        /** Figures by the positions of numbers among all columns. */
        Map<Integer, Double> ofNumbers(BiFunction<WithinSites, Integer, Map<Integer, Double>> figures) {
            Map<Integer, Double> all = new TreeMap<>();
            first.numbers()
                    .ifPresent(of -> figures.apply(of, columns.numbers().length)
                            .forEach((at, figure) -> all.put(columns.numbers()[at], figure)));
            return all;
        }
    }

    private record Known(FirstSums first, TableStore tables, ParentSets graph, int rounds, int tablesAsked) {}

    /** Learns from the sum of K sites' first release; {@code ask} announces a vector and sums their next one. */
    public Found learn(int sites, Parameters sum, UnaryOperator<Parameters> ask) {
        FirstSums first = new FirstSums(columns, sites, sum);
        double[] nearness = first.nearness();
        Known known = asked(first, nearness, ask);
        GaussianBlocks gaussian = first.gaussian();
        SetScores scores = SetScores.of(knowledge, evidence(first, known.tables(), gaussian), 0);
        GraphSearch<SetScores> search = EdgeShare.search(knowledge, scores, seed);
        search.search(List.of(covered(known.graph(), scores)));
        OrderSampler.Sampled sampled = GraphSearch.sample(search, nearness, first.effectiveRows());
        return found(known, sampled, gaussian, nearness);
    }

    private MixedEvidence evidence(FirstSums first, TableStore tables, GaussianBlocks gaussian) {
        return new MixedEvidence(
                columns.isCategory(), tables, new BdeuScore(EQUIVALENT_ROWS, first.weight()), gaussian);
    }

    private Known asked(FirstSums first, double[] nearness, UnaryOperator<Parameters> ask) {
        CategoryLayout layout = new CategoryLayout(columns);
        TableChoice choice = new TableChoice(columns, knowledge, nearness);
        GaussianBlocks gaussian = first.gaussian();
        TableStore tables = first.tables();
        ParentSets graph = knowledge.requiredParents();
        int asked = 0;
        int round = 1;
        while (round < layout.rounds()) {
            GraphSearch<SetScores> search = guessing(first, tables, gaussian);
            graph = search.search(List.of(graph));
            List<int[]> wanted = round == 1
                    ? choice.first(graph, search.scores())
                    : choice.more(graph, search.scores(), tables, layout.capacity(round));
            if (wanted.isEmpty()) {
                break;
            }
            tables = tables.with(layout.read(round, wanted, ask.apply(layout.tell(round, wanted))));
            asked += wanted.size();
            round++;
        }
        return new Known(first, tables, graph, round, asked);
    }

    private GraphSearch<SetScores> guessing(FirstSums first, TableStore tables, GaussianBlocks gaussian) {
        SetScores scores = SetScores.guessing(knowledge, evidence(first, tables, gaussian), gaussian, 0);
        return EdgeShare.search(knowledge, scores, seed);
    }

    /** The graph where all its families are known; otherwise the required edges. */
    private ParentSets covered(ParentSets graph, SetScores scores) {
        for (int j = 0; j < columns.size(); j++) {
            if (!scores.knows(j, TableChoice.parents(graph, j))) {
                return knowledge.requiredParents();
            }
        }
        return graph;
    }

    private Found found(Known known, OrderSampler.Sampled sampled, GaussianBlocks gaussian, double[] nearness) {
        FirstSums first = known.first();
        NetworkFamilies families = new NetworkFamilies(columns, first, known.tables(), sampled.best());
        WeightMatrix all = families.weights();
        WeightMatrix network = knowledge.strong(all, threshold);
        EquivalenceClass pattern = EquivalenceClass.of(Dag.of(all), (i, j) -> !knowledge.allows(i, j));
        Trust trust = trust(first, families, pattern, sampled);
        Evidence evidence = new Evidence(
                        new PairProbabilities(
                                Optional.of(pattern),
                                Optional.of(sampled.edges()).filter(p -> trust.mixed()),
                                trust.cap()),
                        List.of(),
                        trust,
                        OptionalInt.empty())
                .with(new NetworkFamilies(columns, first, known.tables(), ParentSets.of(network, columns.size()))
                        .model(EQUIVALENT_ROWS));
        Optional<TotalEffects> effects = trust.mixed() ? effects(known, sampled, pattern) : Optional.empty();
        return new Found(network, evidence.with(effects), notes(known, sampled.best(), gaussian, nearness));
    }

    private Optional<TotalEffects> effects(Known known, OrderSampler.Sampled sampled, EquivalenceClass pattern) {
        if (columns.numbers().length > 0) {
            FirstSums first = known.first();
            return new BlockEffects(
                            first.effectColumns(), first.effectiveRows(), sampled.wide(), pattern, sampled.best())
                    .find();
        }
        int[] all = IntStream.range(0, columns.size()).toArray();
        return new LevelEffects(
                        columns.levels(all),
                        sampled.wide(),
                        pattern,
                        sampled.best(),
                        graph -> NetworkFamilies.counts(columns, known.tables(), graph, EQUIVALENT_ROWS),
                        known.first().weight())
                .find();
    }

    private Trust trust(
            FirstSums first, NetworkFamilies families, EquivalenceClass pattern, OrderSampler.Sampled sampled) {
        Optional<NumberFit> numbers = first.numbers().map(of -> new NumberFit(columns, first, families, pattern));
        return new Trust(
                NoiseAssumption.UNEQUAL,
                0,
                first.rows(),
                first.effectiveRows(),
                1,
                sampled.trapped(),
                sampled.gap(),
                ModelTest.judge(TESTS, new Judged(columns, first, families, numbers)));
    }

    private List<String> notes(Known known, ParentSets best, GaussianBlocks gaussian, double[] nearness) {
        FirstSums first = known.first();
        List<String> notes = new ArrayList<>();
        int numbers = columns.numbers().length;
        notes.add(Words.count(columns.categories().length, "categorical variable")
                + " scored by counts"
                + (known.tablesAsked() > 0
                        ? ", of " + known.tablesAsked() + " joint tables from " + (known.rounds() - 1)
                                + (known.rounds() == 2 ? " round" : " rounds") + " beside those of each two"
                        : ", of tables of each two")
                + (numbers > 0
                        ? "; " + Words.count(numbers, "numeric variable")
                                + " by moments, in which a category is an indicator of each level"
                        : ""));
        notes.addAll(ParentLimit.OF_SCORES.notes(columns.schema(), best));
        if (columns.categories().length > 2) {
            SetScores guess = guessing(first, known.tables(), gaussian).scores();
            int[] open = new TableChoice(columns, knowledge, nearness).open(best, guess, known.tables());
            if (open.length > 0) {
                notes.add("pairs suggest more causes than a joint table has of "
                        + Arrays.stream(open)
                                .mapToObj(v -> "\"" + columns.name(v) + "\"")
                                .collect(Collectors.joining(", "))
                        + ": these were not scored together");
            }
        }
        if (!first.shifted().isEmpty()) {
            notes.add("sites have different shares of the levels of "
                    + first.shifted().stream()
                            .map(v -> "\"" + columns.name(v) + "\"")
                            .collect(Collectors.joining(", "))
                    + ", and counts are of all rows: what differs between sites and makes two of these differ together"
                    + " counts as a relation of the two");
        }
        return notes;
    }
}
