// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.bytes.ByteReader;
import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.sums.SiteSums;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Releases a site's moments first, then computes the sums that the coordinator requests for the site's own network
 * ({@link PersonalSite}), and has that network at the end. A restarted site answers as before, from the question and
 * its last answer. It keeps its network as if it were released, because the journal is at the site. <b>Not private.</b>
 * Answers are exact; use a protector that reveals only totals. Not thread-safe.
 */
public final class OwnNetworkSolver implements LocalSolver {

    /** The fewest rows of a site: four fifths of fewer rows predict the last fifth badly. */
    public static final int FEWEST_ROWS = 10;

    private final Options options;
    private @Nullable List<SufficientStatistics> blocks;
    private PersonalSite.@Nullable Own own;

    /** The settings of one of K sites; {@code knowledge} is by lags, {@code centring} for the first moments. */
    public record Options(
            PersonalSumLayout layout, IntFunction<EdgeKnowledge> knowledge, int sites, long seed, Centring centring) {
        public Options {
            PersonalSearch.requireEnough(sites);
        }
    }

    public OwnNetworkSolver(Options options) {
        this.options = options;
    }

    @Override
    public String id() {
        return "own-networks";
    }

    @Override
    public MechanismEvent plan(Task task) {
        return new MechanismEvent.NonPrivate(
                task.round() == 0
                        ? "exact " + SiteSums.CONTENTS
                        : "exact sums about a network of the site's own: moments, scores and probabilities");
    }

    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        if (blocks == null) {
            blocks = blocks(view);
        }
        PersonalSumLayout layout = options.layout;
        double[] told = layout.answers(problem.consensus());
        if (PersonalSite.isFirst(told)) {
            return new LocalSolution(layout.first(SiteSums.of(view, options.centring)), 1, true);
        }
        PersonalSite part = new PersonalSite(layout, options.knowledge, options.sites, options.seed, blocks);
        PersonalSite.Answer answer = part.answer(told, layout.answers(problem.previous()));
        answer.own().ifPresent(found -> own = found);
        Parameters sent = layout.with(problem.previous(), answer.values());
        return new LocalSolution(sent, 1, true);
    }

    /** Keeps consecutive rows together, because neighbours in time depend on each other. */
    private static List<SufficientStatistics> blocks(DataView view) {
        if (!view.hasRows()) {
            throw new DataException("a network of a site's own needs rows, has moments only");
        }
        long rows = view.statistics().rows();
        if (rows < FEWEST_ROWS) {
            throw new IllegalArgumentException("a network of a site's own needs at least " + FEWEST_ROWS
                    + " rows that have their lags, had " + rows + ": leave the site out, or learn one network for all");
        }
        List<StatisticsAccumulator> blocks = new ArrayList<>();
        for (int b = 0; b < PersonalSearch.BLOCKS; b++) {
            blocks.add(new StatisticsAccumulator(view.schema().size()));
        }
        long[] next = new long[1];
        view.forEachRow(row ->
                blocks.get((int) (next[0]++ * PersonalSearch.BLOCKS / rows)).add(row));
        return blocks.stream().map(StatisticsAccumulator::finish).toList();
    }

    /** The network over the columns of the series with their lags; empty before the end. */
    @Override
    public Optional<WeightMatrix> ownNetwork() {
        return Optional.ofNullable(own).map(PersonalSite.Own::network);
    }

    @Override
    public Optional<WeightMatrix> ownProbabilities() {
        return Optional.ofNullable(own).flatMap(PersonalSite.Own::probabilities);
    }

    /** Weights, then probabilities if there are any. */
    @Override
    public Payload releasedState() {
        if (own == null) {
            return Payload.empty();
        }
        double[] weights = own.network().toRows();
        double[] probabilities = own.probabilities().map(WeightMatrix::toRows).orElse(new double[0]);
        return Payload.copyOf(
                new ByteWriter(0).reals(weights).reals(probabilities).toBytes());
    }

    @Override
    public void restore(Payload releasedState) {
        int q = options.layout.columns();
        int bytes = q * q * Double.BYTES;
        if (releasedState.size() != bytes && releasedState.size() != 2 * bytes) {
            throw new IllegalArgumentException("a network of " + q + " columns must have " + q * q
                    + " weights of 8 bytes, and as many probabilities or none, had " + releasedState.size() + " bytes");
        }
        ByteReader in = new ByteReader(releasedState.toBytes(), IllegalArgumentException::new);
        WeightMatrix network = WeightMatrix.ofRows(q, in.reals(q * q));
        own = new PersonalSite.Own(
                network, in.remaining() > 0 ? Optional.of(WeightMatrix.ofRows(q, in.reals(q * q))) : Optional.empty());
    }
}
