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
import io.hedgerow.core.internal.block.WeighedBlocks;
import io.hedgerow.core.internal.effect.BlockEffects;
import io.hedgerow.core.internal.effect.LevelEffects;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.sites.ModelTest;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Learns a network of numeric and categorical variables from sums that sites release in rounds: moments and the tables
 * of each two categories, then joint tables of each category with its likeliest parents, then more of these, where a
 * search would have parents that no table has together. Immutable. Not private.
 */
public final class CategoryLearner {

    /** α of {@link BdeuScore}: more makes edges that are not there, see {@code docs/adr/0047-categories.md}. */
    static final double EQUIVALENT_ROWS = 1;

    /** In which the relations beyond doubt are found where cells are missing. */
    private static final int ROUNDS = 2;

    private static final List<ModelTest<Judged>> TESTS = List.of(
            judged -> judged.first().agreement().findDisagreement(),
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

    /**
     * What tables are asked for on.
     *
     * @param first moments, and counts of each two
     * @param evidence covariances that a search takes for as sure as all rows are, [m, m]; those of {@code first}
     *     unless cells are missing
     * @param tables of each two, as they are scored
     * @param asked the columns of further tables, which may have a level more
     * @param layout of further tables
     * @param seen whether cells are missing
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    private record Base(
            FirstSums first,
            double[] evidence,
            AskedTables tables,
            CategoryColumns asked,
            CategoryLayout layout,
            boolean seen) {

        GaussianBlocks gaussian() {
            return first.gaussian(evidence);
        }
    }

    private record Known(Base base, AskedTables tables, ParentSets graph, int rounds, int tablesAsked) {

        FirstSums first() {
            return base.first();
        }
    }

    /** Learns from the sum of K sites' first release; {@code ask} announces a vector and sums their next one. */
    public Found learn(int sites, Parameters sum, UnaryOperator<Parameters> ask) {
        FirstSums first = new FirstSums(columns, sites, sum);
        Base base = new Base(
                first,
                first.covariance(),
                AskedTables.whole(columns.size(), first.tables()),
                columns,
                new CategoryLayout(columns),
                false);
        return learn(base, ask);
    }

    /**
     * What was learned where cells may be missing.
     *
     * @param cells the sums of the columns of each variable over the rows that have them; empty where none is missing
     * @param column the first of these columns of each variable
     * @param settled whether covariances have settled
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    public record FoundOfCells(Found found, Optional<CellSums> cells, int[] column, boolean settled) {}

    /** The same where cells may be missing; the rounds that are left are not exceeded. */
    public FoundOfCells learnOfCells(int sites, Parameters sum, UnaryOperator<Parameters> ask, IntSupplier left) {
        SeenExchange exchange = new SeenExchange(columns, sites, sum, ask, left);
        SeenLayout layout = exchange.layout();
        if (!exchange.anyMissing()) {
            UnaryOperator<Parameters> tables =
                    told -> ask.apply(layout.ask(SeenLayout.Question.TABLES_OF_WHOLE_ROWS, 0, told, new int[0]));
            return new FoundOfCells(learn(sites, sum, tables), Optional.empty(), new int[0], true);
        }
        SeenExchange.Likeliest likeliest = exchange.likeliest();
        FirstSums first = likeliest.first();
        int[] column = Arrays.stream(first.blocks()).mapToInt(block -> block[0]).toArray();
        SeenTables seen = SeenTables.of(columns, exchange, first, reasons(likeliest.cells(), first));
        Base base =
                new Base(first, evidence(first, likeliest.noise()), seen, columns.withMissing(), layout.open(), true);
        Found found = learn(base, told -> ask.apply(layout.ask(SeenLayout.Question.TABLES, 0, told, new int[0])));
        return new FoundOfCells(found, Optional.of(likeliest.cells()), column, likeliest.settled());
    }

    /** Of each variable the category on which it depends most whether it is seen; −1 of others. */
    private int[] reasons(CellSums cells, FirstSums first) {
        int[] reasons = new int[columns.size()];
        Arrays.fill(reasons, -1);
        for (CellSums.Dependence one : cells.dependences()) {
            int missing = first.variable(one.missing());
            int on = first.variable(one.on());
            if (reasons[missing] < 0 && columns.levels(on) > 0) {
                reasons[missing] = on;
            }
        }
        return reasons;
    }

    /** Covariances in which each relation has the weight of the rows that tell of it. */
    private double[] evidence(FirstSums first, MomentNoise noise) {
        MomentNoise own = noise.times(1 / first.agreement().weight());
        return WeighedBlocks.of(first.blocks(), first.covariance(), first.effectiveRows(), own, knowledge, seed);
    }

    private Found learn(Base base, UnaryOperator<Parameters> ask) {
        FirstSums first = base.first();
        double[] nearness = first.nearness();
        Known known = asked(base, nearness, ask);
        GaussianBlocks gaussian = base.gaussian();
        ParentSets graph = known.graph();
        for (int round = 0; base.seen() && round < ROUNDS; round++) {
            SetScores scores = SetScores.of(knowledge, evidence(base, known.tables(), graph, gaussian), 0);
            graph = EdgeShare.search(knowledge, scores, seed).search(List.of(covered(graph, scores)));
        }
        SetScores scores = SetScores.of(knowledge, evidence(base, known.tables(), graph, gaussian), 0);
        GraphSearch<SetScores> search = EdgeShare.search(knowledge, scores, seed);
        search.search(List.of(covered(graph, scores)));
        OrderSampler.Sampled sampled = GraphSearch.sample(search, nearness, first.effectiveRows());
        return found(known, sampled, gaussian, nearness);
    }

    private MixedEvidence evidence(Base base, AskedTables tables, ParentSets graph, GaussianBlocks gaussian) {
        BdeuScore score =
                new BdeuScore(EQUIVALENT_ROWS, base.first().agreement().weight());
        return new MixedEvidence(columns.isCategory(), tables.evidence(graph, score), gaussian);
    }

    private Known asked(Base base, double[] nearness, UnaryOperator<Parameters> ask) {
        CategoryLayout layout = base.layout();
        TableChoice choice = choice(base, nearness);
        GaussianBlocks gaussian = base.gaussian();
        AskedTables tables = base.tables();
        ParentSets graph = knowledge.requiredParents();
        int asked = 0;
        int round = 1;
        while (round < layout.rounds()) {
            GraphSearch<SetScores> search = guessing(base, tables, graph, gaussian);
            graph = search.search(List.of(graph));
            List<int[]> wanted = round == 1
                    ? choice.first(graph, search.scores())
                    : choice.more(graph, search.scores(), tables.likeliest(), layout.capacity(round));
            if (wanted.isEmpty()) {
                break;
            }
            tables = tables.with(layout.read(round, wanted, ask.apply(layout.tell(round, wanted))));
            asked += wanted.size();
            round++;
        }
        return new Known(base, tables, graph, round, asked);
    }

    private TableChoice choice(Base base, double[] nearness) {
        return new TableChoice(base.asked(), knowledge, nearness, base.tables().beside());
    }

    private GraphSearch<SetScores> guessing(Base base, AskedTables tables, ParentSets graph, GaussianBlocks gaussian) {
        SetScores scores = SetScores.guessing(knowledge, evidence(base, tables, graph, gaussian), gaussian, 0);
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
        NetworkFamilies families = new NetworkFamilies(
                columns, first, known.base().evidence(), known.tables().likeliest(), sampled.best());
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
                .with(new NetworkFamilies(
                                columns,
                                first,
                                known.base().evidence(),
                                known.tables().likeliest(),
                                ParentSets.of(network, columns.size()))
                        .model(EQUIVALENT_ROWS));
        Optional<TotalEffects> effects = trust.mixed() ? effects(known, sampled, pattern) : Optional.empty();
        return new Found(network, evidence.with(effects), notes(known, sampled.best(), gaussian, nearness));
    }

    private Optional<TotalEffects> effects(Known known, OrderSampler.Sampled sampled, EquivalenceClass pattern) {
        if (columns.numbers().length > 0) {
            FirstSums first = known.first();
            return new BlockEffects(
                            EffectColumns.of(columns, first),
                            first.effectiveRows(),
                            sampled.wide(),
                            pattern,
                            sampled.best())
                    .find();
        }
        int[] all = IntStream.range(0, columns.size()).toArray();
        return new LevelEffects(
                        columns.levels(all),
                        sampled.wide(),
                        pattern,
                        sampled.best(),
                        graph -> NetworkFamilies.counts(columns, known.tables().likeliest(), graph, EQUIVALENT_ROWS),
                        known.first().agreement().weight())
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
        return new CategoryNotes(columns)
                .of(
                        known.tablesAsked(),
                        known.rounds(),
                        best,
                        open(known, best, gaussian, nearness),
                        known.first().agreement().shifted());
    }

    /** Variables whose likeliest causes no table has together. */
    private int[] open(Known known, ParentSets best, GaussianBlocks gaussian, double[] nearness) {
        if (columns.categories().length <= 2) {
            return new int[0];
        }
        SetScores guess = guessing(known.base(), known.tables(), best, gaussian).scores();
        return choice(known.base(), nearness).open(best, guess, known.tables().likeliest());
    }
}
