// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.block.BlockInformation;
import io.hedgerow.core.internal.block.EdgeShare;
import io.hedgerow.core.internal.block.GaussianBlocks;
import io.hedgerow.core.internal.block.SetScore;
import io.hedgerow.core.internal.block.SetScores;
import io.hedgerow.core.internal.block.WeighedBlocks;
import io.hedgerow.core.internal.chance.Holm;
import io.hedgerow.core.internal.effect.BlockEffects;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.chain.OrderSampler;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.posterior.MomentNoise;
import io.hedgerow.core.internal.search.regression.MomentMatrix;
import io.hedgerow.core.internal.search.sites.ModelTest;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.internal.search.sums.SiteAgreement;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.dp.internal.denoise.FoundAgain;
import io.hedgerow.dp.internal.denoise.RaisedMoments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Finds the network of numbers and categories in noisy products of their columns, and assesses how far it can be
 * trusted. Every relation has the weight of the rows that noise leaves of it ({@link WeighedBlocks}); then all is the
 * search of rows without noise, by {@link GaussianBlocks}, and what is {@link FoundAgain} behind more noise.
 * Post-processing: costs no budget.
 */
public final class ReleasedColumns {

    /** Rows of the prior, as of numbers without noise. */
    private static final double OF_PRIOR = 3;

    private static final double UNEXPLAINED = 1.8;
    private static final List<ModelTest<Judged>> TESTS = List.of(
            Judged::structure,
            judged -> Finding.of(Misfit.BURIED, judged.network().edgeCount() == 0));

    private final NoisyColumns released;
    private final VariableSchema schema;
    private final EdgeKnowledge knowledge;
    private final double threshold;
    private final long seed;

    /** Prepares a search whose network has edges of a weight from the threshold on. */
    public ReleasedColumns(
            NoisyColumns released, VariableSchema schema, EdgeKnowledge knowledge, double threshold, long seed) {
        this.released = released;
        this.schema = schema;
        this.knowledge = knowledge;
        this.threshold = threshold;
        this.seed = seed;
    }

    /** The network, the evidence for it, and notes about it. */
    public record Found(WeightMatrix network, Evidence evidence, List<String> notes) {}

    /** A graph, and covariances in which every relation has the weight of its rows, on which assumptions are tested. */
    private record Judged(NoisyColumns released, BlockInformation information, ParentSets graph, WeightMatrix network) {

        /** Sums 2 n I over pairs without an edge, given the parents of the later one: 0 but for chance. */
        Finding structure() {
            double deviance = 0;
            double degrees = 0;
            int[][] blocks = released.blocks();
            int[] order = graph.topologicalOrder();
            for (int at = 0; at < order.length; at++) {
                int j = order[at];
                int[] parents = graph.sorted(j);
                for (int before = 0; before < at; before++) {
                    int i = order[before];
                    if (graph.positionOf(j, i) < 0) {
                        deviance += 2 * released.rows() * information.of(j, new int[] {i}, parents);
                        degrees += blocks[i].length * (double) blocks[j].length;
                    }
                }
            }
            double limit =
                    Math.max(UNEXPLAINED, degrees > 0 ? SiteAgreement.quantile(degrees, SiteAgreement.SURELY) : 0);
            return Finding.of(
                    Misfit.UNEXPLAINED,
                    degrees > 0 ? OptionalDouble.of(deviance / degrees) : OptionalDouble.empty(),
                    degrees > 0 && deviance / degrees > limit);
        }
    }

    /** The rows that evidence counts: at least 2, however few there are. */
    private double rows() {
        return Math.max(2, released.rows() - OF_PRIOR);
    }

    public Found search() {
        NoisyColumns own = released;
        double[] covariance = RaisedMoments.of(own.covariance());
        double[] evidence = evidence(own, covariance);
        GaussianBlocks blocks = new GaussianBlocks(own.blocks(), evidence, rows());
        GraphSearch<SetScores> search = searching(blocks);
        search.search();
        OrderSampler.Sampled sampled = GraphSearch.sample(search, nearness(own.blocks(), evidence), rows());
        BlockInformation information = new BlockInformation(own.blocks(), evidence);
        ParentSets best = sampled.best();
        MixedFamilies families = new MixedFamilies(own, covariance, information);
        WeightMatrix all = families.weights(best);
        Trust untested = new Trust(
                NoiseAssumption.UNEQUAL,
                0,
                own.rows(),
                effectiveRows(covariance),
                1,
                sampled.trapped(),
                sampled.gap(),
                Findings.NONE);
        FoundAgain again = FoundAgain.of(knowledge, this::again);
        WeightMatrix network = again.likely(knowledge.strong(all, threshold), sampled, untested);
        Trust trust = untested.with(ModelTest.judge(TESTS, new Judged(own, information, best, network)));
        PairProbabilities pairs = again.pairs(all, sampled, trust);
        Evidence pairsOnly = new Evidence(pairs, List.of(), trust, OptionalInt.empty());
        Evidence found = schema.hasCategories()
                ? pairsOnly.with(families.model(ParentSets.of(network, schema.size())))
                : pairsOnly.with(pairs, FittedEquations.on(ofNumbers(covariance), network, schema.size()));
        Evidence tested = own.shape().mayMiss() ? found.with(dependences()) : found;
        return new Found(
                network, trust.mixed() ? tested.with(effects(sampled, pairs, best, covariance)) : tested, notes());
    }

    /** Means and covariances in the units of the rows, where all variables are numbers. */
    private SufficientStatistics ofNumbers(double[] covariance) {
        int d = schema.size();
        double[] means = new double[d];
        double[] inUnits = new double[d * d];
        Arrays.setAll(means, j -> released.mean(j, j));
        Arrays.setAll(inUnits, k -> covariance[k] * released.unit(k / d) * released.unit(k % d));
        return SufficientStatistics.ofMoments(released.rows(), means, inUnits);
    }

    /** Effects of columns in the units of the rows, with the noise of each regression. */
    private Optional<TotalEffects> effects(
            OrderSampler.Sampled sampled, PairProbabilities pairs, ParentSets best, double[] covariance) {
        int d = schema.size();
        int r = (int) Math.round(Math.sqrt(covariance.length));
        int[] levels = new int[r];
        int[] references = new int[d];
        double[] units = new double[r];
        for (int j = 0; j < d; j++) {
            references[j] = released.commonest(j);
            for (int column : released.blocks()[j]) {
                levels[column] = released.level(j, column);
                units[column] = released.unit(j);
            }
        }
        double[] inUnits = new double[r * r];
        Arrays.setAll(inUnits, k -> covariance[k] * units[k / r] * units[k % r]);
        List<int[]> columns = List.of(released.blocks());
        return BlockEffects.behind(
                        new BlockEffects.Columns(columns, columns, levels, references, inUnits),
                        rows(),
                        sampled.wide(),
                        pairs.pattern().orElseThrow(),
                        best,
                        released.noise(RaisedMoments.deviations(covariance)),
                        MomentMatrix.correlation(r, covariance))
                .find();
    }

    private ParentSets again(int draw) {
        int q = released.shape().size();
        SearchRandom random = new SearchRandom(seed + draw);
        double[] drawn = new double[q * (q + 1) / 2];
        Arrays.setAll(drawn, k -> FoundAgain.normal(random));
        NoisyColumns noisier = released.noisier(drawn);
        double[] evidence = evidence(noisier, RaisedMoments.of(noisier.covariance()));
        return searching(new GaussianBlocks(noisier.blocks(), evidence, rows())).search();
    }

    private double[] evidence(NoisyColumns of, double[] covariance) {
        MomentNoise noise = of.noise(RaisedMoments.deviations(covariance));
        return WeighedBlocks.of(of.blocks(), covariance, rows(), noise, knowledge, seed);
    }

    private GraphSearch<SetScores> searching(SetScore blocks) {
        SetScore within = set -> released.shape().hasRoom(set) ? blocks.of(set) : Double.NaN;
        return EdgeShare.search(knowledge, SetScores.of(knowledge, within, 0), seed);
    }

    private double[] nearness(int[][] blocks, double[] evidence) {
        BlockInformation information = new BlockInformation(blocks, evidence);
        int d = blocks.length;
        double[] near = new double[d * d];
        for (int i = 0; i < d; i++) {
            near[i * (d + 1)] = 1;
            for (int j = 0; j < i; j++) {
                double chance = blocks[i].length * (double) blocks[j].length / 2 / released.rows();
                double beyond = information.of(i, new int[] {j}, new int[0]) - chance;
                near[i * d + j] = Math.sqrt(-Math.expm1(-2 * Math.max(0, beyond)));
                near[j * d + i] = near[i * d + j];
            }
        }
        return near;
    }

    /** The mean, over columns of two variables, of the rows that noise leaves of their relation. */
    private double effectiveRows(double[] covariance) {
        MomentNoise noise = released.noise(RaisedMoments.deviations(covariance));
        int r = (int) Math.round(Math.sqrt(covariance.length));
        int[][] blocks = released.blocks();
        double sum = 0;
        int pairs = 0;
        for (int i = 0; i < blocks.length; i++) {
            for (int j = 0; j < i; j++) {
                for (int a : blocks[i]) {
                    for (int b : blocks[j]) {
                        sum += 1 / (1.0 / released.rows() + noise.variance(unit(r, a), unit(r, b)));
                        pairs++;
                    }
                }
            }
        }
        return Math.max(2, pairs == 0 ? 2 : sum / pairs);
    }

    private static double[] unit(int size, int at) {
        double[] unit = new double[size];
        unit[at] = 1;
        return unit;
    }

    /** Variables whose cells are missing where others have other values, beyond chance and noise. */
    private Finding dependences() {
        List<CellSums.Dependence> tested = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            for (int j = 0; j < schema.size(); j++) {
                for (int column : i == j ? new int[0] : released.blocks()[j]) {
                    double deviations = released.dependence(i, j, column);
                    if (deviations != 0) {
                        tested.add(new CellSums.Dependence(i, j, deviations));
                    }
                }
            }
        }
        return CellSums.Dependence.finding(Holm.beyondChance(tested, CellSums.Dependence::deviations), schema.names());
    }

    private List<String> notes() {
        int numbers = released.shape().numbers().length;
        List<String> notes = new ArrayList<>();
        notes.add(Words.count(numbers, "numeric variable")
                + (schema.hasCategories() ? " and " + Words.count(schema.size() - numbers, "categorical variable") : "")
                + " by noisy moments"
                + (schema.hasCategories()
                        ? ", in which a category is an indicator of each level: what causes do together with a"
                                + " category is not seen"
                        : ""));
        if (released.shape().mayMiss()) {
            notes.add("cells may be missing: relations are of the rows that have both columns, as if which cells are"
                    + " missing depended on nothing");
        }
        String hidden = IntStream.range(0, schema.size())
                .filter(j -> released.blocks()[j].length == 0)
                .mapToObj(j -> "\"" + schema.names().get(j) + "\"")
                .collect(Collectors.joining(", "));
        if (!hidden.isEmpty()) {
            notes.add("noise hides all levels but one of " + hidden
                    + ", so no edge of them can be found: group rare levels, or leave them out");
        }
        return notes;
    }
}
