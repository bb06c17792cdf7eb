package io.hedgerow.dp.internal.solver;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.NetworkFit;
import io.hedgerow.core.internal.search.StructurePosterior;
import io.hedgerow.core.internal.search.StructureSearch;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The network of a matrix that was released with noise, and what to believe of it.
 *
 * <p>Equal noise variances are assumed unless they fit worse by more than d − 1 in half squared distances: without
 * noise beyond the release, what d − 1 ratios of variances gain is half a χ² with d − 1 degrees of freedom.
 *
 * <p>Probabilities are of a {@link StructureSearch} in which as many rows count as the noise leaves,
 *
 * <pre>1 / n_eff = 1 / n + 1 / 1000 + κ ν,   ν = max_j τ² (1 + |b_j|²) / s_j · mean_i(1 / G_ii)</pre>
 *
 * <p>in the units a of the release, in which the noise of all entries is alike: τ² its variance beside the diagonal,
 * b_j and s_j the coefficients and the residual variance of j in the network, and κ = {@value #CAUTION}, which
 * simulations of noisy matrices were calibrated with. The network itself is that of {@link PrivateGramSearch} under the
 * same assumption, which weighs every entry by its noise: in ten of eleven conditions of 20 variables with 30 edges its
 * class was nearer to the truth than that of order chains, by a factor of 1.2 to 12, and in one farther (ADR 28).
 *
 * <p>Post-processing: costs no budget.
 */
public final class ReleasedStructure {

    private static final double CAUTION = 4;
    private static final double RESOLUTION = 1000;
    private static final int ROUNDS = 3;
    private static final double UNEXPLAINED = 1.8;

    private final PrivateGram gram;
    private final int d;
    private final double[] units;
    private final double[] inUnits;
    private final double variance;
    private final StructureSearch free;
    private final boolean ownUnits;

    /**
     * Of a release.
     *
     * @param gram what was released
     * @param search of its probabilities
     * @param ownUnits whether columns are in unrelated units, so that equal variances mean nothing
     */
    public ReleasedStructure(PrivateGram gram, StructureSearch search, boolean ownUnits) {
        this.gram = gram;
        this.d = gram.variables();
        this.units = gram.units();
        GramSpectrum spectrum = gram.spectrum();
        double sigma = gram.sigma() * spectrum.widening();
        this.inUnits = spectrum.raised(sigma * Math.sqrt(d) / 2);
        this.variance = sigma * sigma / 2;
        this.free = search;
        this.ownUnits = ownUnits;
    }

    /**
     * What was found.
     *
     * @param network acyclic, in the units of the rows
     * @param evidence of it
     */
    public record Found(WeightMatrix network, Evidence evidence) {}

    /**
     * Searches.
     *
     * @return the network
     */
    public Found search() {
        PrivateNetwork unequal = PrivateGramSearch.ownUnits().search(gram);
        PrivateNetwork alike =
                ownUnits ? unequal : PrivateGramSearch.equalVariances().search(gram);
        double margin = ownUnits ? 0 : advantageOfEqual(alike, unequal);
        boolean equal = !ownUnits && margin > 0;
        StructureSearch search = free.assuming(equal ? NoiseAssumption.EQUAL : NoiseAssumption.UNEQUAL);
        double[] s = gram.inUnitsOfRows(inUnits);
        double inverse = meanInverseDiagonal();
        double nu = 4 * variance * inverse * inverse;
        for (int round = 0; round < ROUNDS; round++) {
            nu = excess(search.climbing().search(s, rows(nu)).network());
        }
        StructurePosterior posterior = search.search(s, rows(nu));
        WeightMatrix network = (equal ? alike : unequal).network();
        NetworkFit fit = new NetworkFit(d, s, network);
        OptionalDouble unexplained = fit.unexplained(1 / (1.0 / gram.rows() + CAUTION * nu));
        Trust trust = new Trust(
                posterior.assumption(),
                Math.abs(margin),
                gram.rows(),
                rows(nu),
                OptionalDouble.empty(),
                unexplained,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                fit.varianceRatio(),
                posterior.trapped(),
                posterior.gap(),
                unexplained.orElse(0) > UNEXPLAINED ? Set.of(Misfit.UNEXPLAINED) : Set.of());
        return new Found(network, posterior.of(network).evidence(search.knowledge(), trust, List.of()));
    }

    /** By how much unequal variances fit worse after their price; negative when better. */
    private double advantageOfEqual(PrivateNetwork equal, PrivateNetwork unequal) {
        double edge = PrivateGramSearch.price(d);
        double worse = unequal.discrepancy() + edge * unequal.network().edgeCount();
        return 2 * (worse + d - 1 - equal.discrepancy() - edge * equal.network().edgeCount());
    }

    private double rows(double nu) {
        return Math.max(StructureSearch.LEAST_ROWS, 1 / (1.0 / gram.rows() + 1 / RESOLUTION + CAUTION * nu));
    }

    private double meanInverseDiagonal() {
        double sum = 0;
        for (int i = 0; i < d; i++) {
            sum += 1 / inUnits[i * (d + 1)];
        }
        return sum / d;
    }

    /** ν of a network in the units of the rows. */
    private double excess(WeightMatrix network) {
        double worst = 0;
        for (int j = 0; j < d; j++) {
            double[] b = new double[d];
            double squares = 1;
            for (int i = 0; i < d; i++) {
                b[i] = i == j ? -1 : network.get(i, j) * units[i] / units[j];
                squares += i == j ? 0 : b[i] * b[i];
            }
            double residual = 0;
            for (int k = 0; k < d * d; k++) {
                residual += b[k / d] * b[k % d] * inUnits[k];
            }
            worst = Math.max(worst, variance * squares / Math.max(residual, Double.MIN_NORMAL));
        }
        return worst * meanInverseDiagonal();
    }
}
