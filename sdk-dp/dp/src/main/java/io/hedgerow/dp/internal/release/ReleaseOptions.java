// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.accounting.Calibration;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;

/**
 * The settings with which one site takes part in a private release, of any design. Public; contains nothing computed
 * from data.
 *
 * <p>The cost of all rounds together is that of one Gaussian call of {@code mu}: calls of μ_1, μ_2, … cost √Σμ_r²,
 * exactly.
 *
 * @param variables d; at least 1
 * @param rows n of this site, the number of its units, rows or users: public under {@link Adjacency#REPLACE_ONE}, and
 *     data with another number are refused; a public constant of about that size under {@link Adjacency#ZERO_OUT}
 * @param adjacency the neighbouring relation
 * @param smallest a public value below which no variable's standard deviation is expected; &gt; 0
 * @param largest a public value above which none is expected; &gt; smallest
 * @param ownUnits whether every variable is divided by its whole standard deviation, for columns in unrelated units, or
 *     by its square root, which adds less noise to the sums that decide about the network when columns are in one unit
 * @param mu of all rounds together; finite and &gt; 0
 * @param noiseSites 1 when this site's noise alone pays for μ; k when each site adds noise of σ/√k and no one sees
 *     anything but sums that certainly hold the noise of k sites
 * @param byUser whether all rows of a user together are one unit; otherwise every row is
 */
public record ReleaseOptions(
        int variables,
        long rows,
        Adjacency adjacency,
        double smallest,
        double largest,
        boolean ownUnits,
        ReleaseCentre centre,
        double mu,
        int noiseSites,
        boolean byUser) {

    private static final double LEAST_MAGNITUDE = 1e-100;

    public ReleaseOptions {
        if (variables < 1) {
            throw new IllegalArgumentException("variables must be at least 1, was " + variables);
        }
        if (rows < 1) {
            throw new IllegalArgumentException("rows must be at least 1, was " + rows);
        }
        if (!(smallest >= LEAST_MAGNITUDE && smallest < largest && largest <= 1 / LEAST_MAGNITUDE)) {
            throw new IllegalArgumentException(
                    "smallest and largest must be from 1e-100 to 1e100 and smallest < largest," + " were " + smallest
                            + " and " + largest);
        }
        if (centre instanceof ReleaseCentre.Known known && known.values().size() != variables) {
            throw new IllegalArgumentException("centre must have " + variables + " values, has "
                    + known.values().size());
        }
        if (!(mu > 0) || mu == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("mu must be finite and > 0, was " + mu);
        }
        if (noiseSites < 1) {
            throw new IllegalArgumentException("noiseSites must be at least 1, was " + noiseSites);
        }
    }

    /** The number of units that a site must have; empty where it is secret. */
    public OptionalLong publicRows() {
        return adjacency == Adjacency.REPLACE_ONE ? OptionalLong.of(rows) : OptionalLong.empty();
    }

    /** Creates options of a site whose rows are the units and that adds all the noise it needs. */
    public ReleaseOptions(
            int variables,
            long rows,
            Adjacency adjacency,
            double smallest,
            double largest,
            boolean ownUnits,
            ReleaseCentre centre,
            double mu) {
        this(variables, rows, adjacency, smallest, largest, ownUnits, centre, mu, 1, false);
    }

    /** The same with noise that k sites draw together, for a protection that guarantees sums of as many sites. */
    public ReleaseOptions withNoiseSharedBy(int sites) {
        return new ReleaseOptions(variables, rows, adjacency, smallest, largest, ownUnits, centre, mu, sites, byUser);
    }

    /**
     * The same options for so many users who may have several rows. The data must know the user of each row, as
     * {@link io.hedgerow.core.data.rows.UserRows} does; a source that does not is refused before anything is charged.
     */
    public ReleaseOptions withUsers(long users) {
        return new ReleaseOptions(
                variables, users, adjacency, smallest, largest, ownUnits, centre, mu, noiseSites, true);
    }

    /**
     * Options for uncentred rows in one unit, standard deviations expected from 0.02 to 3000, replace-one adjacency.
     */
    public static ReleaseOptions within(int variables, long rows, PrivacyBudget budget) {
        return new ReleaseOptions(
                variables, rows, Adjacency.REPLACE_ONE, 0.02, 3000, false, ReleaseCentre.none(variables), mu(budget));
    }

    /**
     * The largest μ that a budget with δ &gt; 0 allows, rounded down, less a millionth of ε for the charges of the
     * lattice. Where δ does not cover the tails of discrete noise, the largest that is certified there.
     */
    public static double mu(PrivacyBudget budget) {
        PrivacyBudget most = new PrivacyBudget(budget.epsilon() * (1 - 1e-6), budget.delta());
        double exact = AnalyticGaussian.mu(most);
        CertifiedAccountant accountant = new CertifiedAccountant();
        return accountant.epsilon(onLattice(exact), budget.delta()) <= budget.epsilon()
                ? exact
                : new Calibration(accountant).calibrate(most, onLattice(1)).scale();
    }

    /** The event at little more cost than continuous noise: which curve applies depends on its being discrete. */
    private static MechanismEvent onLattice(double mu) {
        return new MechanismEvent.Sequence(
                List.of(new MechanismEvent.Gaussian(mu, 1), new MechanismEvent.PureDp(1e-20, 1)));
    }

    /** The centre; refuses a private mean, with which {@code release} cannot be computed. */
    public ReleaseCentre.Known requireKnownCentre(String release) {
        if (centre instanceof ReleaseCentre.Known known) {
            return known;
        }
        throw new IllegalArgumentException(
                release + " needs a known centre, was a private mean: leave private-mean out,"
                        + " or name public values that columns are about, as centre.NAME in a plan or with"
                        + " --public-centre NAME=X");
    }

    public ReleaseOptions withMu(double value) {
        return new ReleaseOptions(
                variables, rows, adjacency, smallest, largest, ownUnits, centre, value, noiseSites, byUser);
    }

    /** The same options for columns in unrelated units. */
    public ReleaseOptions withOwnUnits() {
        return new ReleaseOptions(
                variables, rows, adjacency, smallest, largest, true, centre, mu, noiseSites, byUser);
    }

    /** Whether a row of zeros adds nothing, and a unit that vanishes becomes one. */
    public boolean zeroRowVanishes() {
        return adjacency == Adjacency.ZERO_OUT && centre instanceof ReleaseCentre.Known known && known.isZero();
    }

    /** 1/μ of a round that has a share of μ²: z = σ / sensitivity. */
    public double noiseMultiplier(double share) {
        return Math.nextUp(1 / (Math.nextDown(Math.sqrt(share)) * mu));
    }

    /**
     * The centre that is subtracted from the rows before second moments are taken. The mean of a site's own rows is not
     * a choice: every record moves it, so one record would move the centred rows of all others.
     */
    public sealed interface ReleaseCentre {

        /** A public constant c per variable, such as 0; finite. */
        record Known(List<Double> values) implements ReleaseCentre {
            public Known {
                values = List.copyOf(values);
                for (double value : values) {
                    if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
                        throw new IllegalArgumentException("a centre must be finite, was " + value);
                    }
                }
            }

            public boolean isZero() {
                return values.stream().allMatch(value -> value == 0);
            }

            public double[] vector() {
                return values.stream().mapToDouble(Double::doubleValue).toArray();
            }
        }

        /**
         * Each site's own mean, so that means that differ between sites are no relation between variables. It is
         * released in a round of its own, with as much noise as if it were not shared, because the site itself
         * continues with its value.
         */
        record PrivateMean() implements ReleaseCentre {}

        /** The known centre 0, with which nothing is subtracted. */
        static ReleaseCentre none(int variables) {
            return new Known(Collections.nCopies(variables, 0.0));
        }
    }
}
