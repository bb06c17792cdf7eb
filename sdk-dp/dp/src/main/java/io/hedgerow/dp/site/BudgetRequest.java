// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The budget that a run requests, with its unit of privacy and adjacency. Immutable.
 *
 * @param epsilon ε of the whole run, for every site
 * @param delta δ of the whole run; empty for 1/n² with n the units of the smallest site
 * @param keyColumn column that names the user of a row; empty when every row is a unit
 * @param adjacency whether a unit is replaced, and their number is public, or becomes zeros, and it is not
 * @param publicUnits with zero-out: n0, the public constant that replaces every site's number of units
 * @param noise the noise source from which sites draw, by its name; empty for the first that the policy allows, or the
 *     usual one
 */
public record BudgetRequest(
        double epsilon,
        OptionalDouble delta,
        Optional<String> keyColumn,
        Adjacency adjacency,
        OptionalLong publicUnits,
        Optional<String> noise) {

    private static final long MOST_UNITS = 1_000_000_000_000L;

    public BudgetRequest {
        Objects.requireNonNull(keyColumn, "keyColumn");
        Objects.requireNonNull(adjacency, "adjacency");
        Objects.requireNonNull(noise, "noise");
        budget(epsilon, delta.orElse(0.5));
        if (publicUnits.isPresent() && adjacency == Adjacency.REPLACE_ONE) {
            throw new IllegalArgumentException("n0 belongs to adjacency=zero-out; with replace-one the number of"
                    + " units is public and counted: leave n0 out");
        }
        if (publicUnits.isPresent() && (publicUnits.getAsLong() < 2 || publicUnits.getAsLong() > MOST_UNITS)) {
            throw new IllegalArgumentException(
                    "n0 must be from 2 to " + MOST_UNITS + ", was " + publicUnits.getAsLong());
        }
    }

    /**
     * A request that leaves the noise source to the policy.
     *
     * @param epsilon ε of the whole run, for every site
     * @param delta δ of the whole run; empty for 1/n² with n the units of the smallest site
     * @param keyColumn column that names the user of a row; empty when every row is a unit
     * @param adjacency whether a unit is replaced, and their number is public, or becomes zeros, and it is not
     * @param publicUnits with zero-out: n0, the public constant that replaces every site's number of units
     */
    public BudgetRequest(
            double epsilon,
            OptionalDouble delta,
            Optional<String> keyColumn,
            Adjacency adjacency,
            OptionalLong publicUnits) {
        this(epsilon, delta, keyColumn, adjacency, publicUnits, Optional.empty());
    }

    /**
     * {@return a request that protects single rows, with replace-one adjacency and δ = 1/n²}
     *
     * @param epsilon ε of the whole run, for every site; &gt; 0 and at most 1000
     */
    public static BudgetRequest epsilon(double epsilon) {
        return new BudgetRequest(
                epsilon, OptionalDouble.empty(), Optional.empty(), Adjacency.REPLACE_ONE, OptionalLong.empty());
    }

    /**
     * {@return a copy with the given δ}
     *
     * @param chosen δ of the whole run; &gt; 0 and &lt; 1
     */
    public BudgetRequest withDelta(double chosen) {
        return new BudgetRequest(epsilon, OptionalDouble.of(chosen), keyColumn, adjacency, publicUnits, noise);
    }

    /**
     * {@return a copy with all rows of a user as one unit}
     *
     * @param column that names the user of a row; no variable
     */
    public BudgetRequest protectingUsers(String column) {
        return new BudgetRequest(epsilon, delta, Optional.of(column), adjacency, publicUnits, noise);
    }

    /**
     * {@return a copy with zero-out adjacency, under which units are not counted}
     *
     * @param units n0: a public number of about the size of every site; from 2 to 10¹²
     */
    public BudgetRequest zeroingOut(long units) {
        return new BudgetRequest(epsilon, delta, keyColumn, Adjacency.ZERO_OUT, OptionalLong.of(units), noise);
    }

    /**
     * {@return a copy with a noise source}
     *
     * @param source its name, such as {@code discrete}
     */
    public BudgetRequest drawingFrom(String source) {
        return new BudgetRequest(epsilon, delta, keyColumn, adjacency, publicUnits, Optional.of(source));
    }

    private static PrivacyBudget budget(double epsilon, double delta) {
        if (!(delta > 0)) {
            throw new IllegalArgumentException("delta must be > 0 and < 1, was " + delta);
        }
        return new PrivacyBudget(BudgetRange.requireEpsilon(epsilon), delta);
    }

    /**
     * {@return the budget of a run: ε and δ for every site}
     *
     * @param units of the smallest site
     */
    public PrivacyBudget budget(long units) {
        return budget(epsilon, delta.orElse(1.0 / ((double) units * units)));
    }

    /**
     * {@return the number of units that is stated instead of counted: n0; empty with replace-one adjacency}
     *
     * @throws IllegalArgumentException when zero-out adjacency has no such number
     */
    public OptionalLong statedUnits() {
        if (adjacency == Adjacency.ZERO_OUT && publicUnits.isEmpty()) {
            throw new IllegalArgumentException("adjacency=zero-out keeps the number of units secret: say a"
                    + " public number of about that size, the same for every site, as n0=N");
        }
        return publicUnits;
    }

    /** The unit of privacy: single records, or users by their column. */
    public PrivacyUnit unit() {
        return keyColumn.<PrivacyUnit>map(PrivacyUnit.UserUnit::new).orElseGet(PrivacyUnit.RecordUnit::new);
    }
}
