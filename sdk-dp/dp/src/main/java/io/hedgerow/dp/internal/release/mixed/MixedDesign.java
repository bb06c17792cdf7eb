// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.mixed;

import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.dp.internal.denoise.mixed.MixedColumns;
import io.hedgerow.dp.internal.denoise.mixed.NoisyColumns;
import io.hedgerow.dp.internal.release.NoisyRound;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.moments.MappedGramSum;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.scale.MeanSum;
import io.hedgerow.dp.internal.release.scale.ScaledDesign;
import java.util.ArrayList;
import java.util.List;

/**
 * Releases second moments of rows of numbers and categories: after the scales of numbers, and their means where the
 * centre is private, the products of {@link MixedColumns}. They hold at once the table of each two categories, the mean
 * of each number by level, and all products of numbers.
 *
 * <pre>
 * products:  Σ u uᵀ + noise, u = y / max(R, ‖y‖), y = [clip((x − c) / a), 1.41 · indicators of levels, seen]
 * </pre>
 *
 * <p>Where cells may be missing, y has an indicator of each number that is seen. The rounds before are those of
 * {@link MomentDesign} of the numbers alone, but for the centre: it is the mean of the rows of all sites, as they told
 * it. Numbers about a mean of each site beside levels about none would depend on each other where sites differ. Layout:
 * that of scaled releases, with a slice for each variable; the first N slices begin with mean and unit of a number, and
 * products are in all of them. Proof notes: {@code docs/privacy-proofs/noisy-columns.md}. O(n q²).
 *
 * @param options of the release, of the numbers alone
 * @param shape the columns
 */
public record MixedDesign(ReleaseOptions options, MixedColumns shape) implements ScaledDesign<NoisyColumns> {

    /** Places of a slice before its products. */
    private static final int FRONT = 2;

    public MixedDesign {
        if (options.variables() != shape.numbers().length) {
            throw new IllegalArgumentException("options must be of the " + shape.numbers().length
                    + " numbers of the rows, were of " + options.variables());
        }
    }

    @Override
    public String name() {
        return MomentDesign.NAME;
    }

    @Override
    public int columns() {
        return shape.variables();
    }

    /**
     * {@inheritDoc} Those of {@link MomentDesign}, with less for means: products tell the mean of all rows, and the
     * centre has only to be near. Where cells may be missing, a scale is found again about the one before: a missing
     * cell counts as one at the middle of the range, which is far from the scale at first.
     */
    @Override
    public List<ReleaseStep> steps() {
        List<ReleaseStep> steps = new ArrayList<>();
        if (options.centre() instanceof ReleaseOptions.ReleaseCentre.PrivateMean) {
            steps.add(new ReleaseStep(Kind.SCALE, 0.03));
            steps.add(new ReleaseStep(Kind.ROUGH_MEAN, 0.04));
        }
        steps.add(new ReleaseStep(Kind.SCALE, shape.mayMiss() ? 0.02 : 0.04));
        if (shape.mayMiss()) {
            steps.add(new ReleaseStep(Kind.FINE_SCALE, 0.02));
        }
        if (options.centre() instanceof ReleaseOptions.ReleaseCentre.PrivateMean) {
            steps.add(new ReleaseStep(Kind.MEAN, 0.06));
        }
        double left = 1 - steps.stream().mapToDouble(ReleaseStep::share).sum();
        steps.add(new ReleaseStep(Kind.PRODUCTS, Math.nextDown(left)));
        return List.copyOf(steps);
    }

    @Override
    public NoisyRound sum(int round, Parameters announced) {
        NoisyRound sum = ScaledDesign.super.sum(round, announced);
        return kind(round) == Kind.PRODUCTS ? sum : new NumberSum(sum, shape.numbers());
    }

    private static boolean isMean(Kind kind) {
        return kind == Kind.ROUGH_MEAN || kind == Kind.MEAN;
    }

    /** {@inheritDoc} That of all sites: indicators are about none, and a site's own would be theirs beside numbers. */
    @Override
    public double[] centre(Parameters previous, Parameters announced) {
        return ScaledDesign.super.centre(announced, announced);
    }

    /** {@inheritDoc} A mean as the sum of what rows are above the centre. */
    @Override
    public void place(int round, double[] released, double[] centre, double[] units, double[] message) {
        if (!isMean(kind(round))) {
            ScaledDesign.super.place(round, released, centre, units, message);
            return;
        }
        int slice = layout().sliceLength();
        for (int x = 0; x < released.length; x++) {
            message[x * slice] = released[x] * units[x] * MeanSum.radius(released.length);
        }
    }

    /** {@inheritDoc} Every site counts by its rows in the mean of all. */
    @Override
    public Parameters announced(int round, Parameters sum, Parameters before, Total total) {
        double[] next = ScaledDesign.super.announced(round, sum, before, total).toArray();
        int slice = layout().sliceLength();
        for (int x = 0; x < options.variables() && isMean(kind(round)); x++) {
            next[x * slice] += sum.get(x * slice) / total.units();
        }
        return Parameters.takeOver(next);
    }

    @Override
    public MappedGramSum products(double noiseMultiplier) {
        return new MappedGramSum(options, new MixedRows(shape), shape.radius(), noiseMultiplier);
    }

    private int productsOfSlice() {
        int products = shape.size() * (shape.size() + 1) / 2;
        return (products + shape.variables() - 1) / shape.variables();
    }

    @Override
    public ParameterLayout layout() {
        return ParameterLayout.of(
                shape.variables(),
                List.of(
                        new ParameterLayout.Block("centre", 1, 0, 0),
                        new ParameterLayout.Block("unit", 1, 0, 0),
                        new ParameterLayout.Block("products", productsOfSlice(), 0, 0)));
    }

    /** The flat index of a product by its place in the upper triangle. */
    private int index(int place) {
        int own = productsOfSlice();
        return place / own * (own + FRONT) + FRONT + place % own;
    }

    @Override
    public void place(double[] products, double[] message) {
        for (int k = 0; k < products.length; k++) {
            message[index(k)] = products[k];
        }
    }

    /** The deviations: columns of both kinds are in units of their own. */
    @Override
    public double[] unitsOf(double[] deviations) {
        return deviations.clone();
    }

    @Override
    public NoisyColumns released(List<Parameters> sums, Parameters announced, Total total) {
        int q = shape.size();
        Parameters sum = sums.get(sums.size() - 1);
        double square = shape.radius() * shape.radius() / total.units();
        double[] products = new double[q * q];
        int place = 0;
        for (int a = 0; a < q; a++) {
            for (int b = a; b < q; b++) {
                products[a * q + b] = square * sum.get(index(place++));
                products[b * q + a] = products[a * q + b];
            }
        }
        int slice = layout().sliceLength();
        double[] units = new double[options.variables()];
        for (int x = 0; x < units.length; x++) {
            units[x] = announced.get(x * slice + 1);
        }
        double sigma = products(noiseMultiplier(rounds() - 1)).sigma() * Math.sqrt(total.sites()) * square;
        NoisyColumns released = new NoisyColumns(shape, products, sigma, centre(sum, announced), units, total.units());
        return options.publicRows().isPresent() && !options.byUser() ? released : released.ofUnknownNumber();
    }
}
