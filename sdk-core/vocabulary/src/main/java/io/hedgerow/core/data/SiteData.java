// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DataPermit;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A site's records, which can be opened only with a permit. Every opening uses up one permit, so nothing is read that
 * was not reserved first.
 *
 * <p>Sufficient statistics are computed at the first opening that asks for them and kept for later openings.
 * Thread-safe as long as one view is open at a time.
 */
public final class SiteData {

    private final DatasetIdentity identity;
    private final RowSource source;
    private @Nullable SufficientStatistics statistics;

    private SiteData(DatasetIdentity identity, RowSource source, @Nullable SufficientStatistics statistics) {
        this.identity = Objects.requireNonNull(identity, "identity");
        this.source = Objects.requireNonNull(source, "source");
        this.statistics = statistics;
    }

    /**
     * Wraps a source of rows. Reads nothing.
     *
     * @param identity the name under which the data's budget is kept
     * @param source where the rows are
     */
    public static SiteData of(DatasetIdentity identity, RowSource source) {
        return new SiteData(identity, source, null);
    }

    /**
     * Creates data known only by its moments, such as the exact population moments of a simulated model (n = ∞). It has
     * no rows to read.
     *
     * @param identity the name under which the data's budget is kept
     * @param schema the variables
     * @param moments their moments
     */
    public static SiteData ofMoments(DatasetIdentity identity, VariableSchema schema, SufficientStatistics moments) {
        if (moments.variables() != schema.size()) {
            throw new IllegalArgumentException("moments must be of the " + schema.size()
                    + " variables of the schema, are of " + moments.variables());
        }
        return new SiteData(identity, new NoRows(schema), moments);
    }

    /** {@return the variables, which are public and need no permit} */
    public VariableSchema schema() {
        return source.schema();
    }

    /** {@return the data set's name} */
    public DatasetIdentity identity() {
        return identity;
    }

    /**
     * Requires that a ledger can keep its promise for these records. Call it before that ledger is charged. Reads
     * nothing.
     *
     * @param unit whose contribution is protected
     * @throws PolicyRefusedException when users are protected and the source does not name the user of each row; or
     *     when the source has a {@linkplain RowSource#reasonUnsafeForPrivacy reason} why a method with a guarantee must
     *     not read it
     */
    public void requireProtects(PrivacyUnit unit) {
        source.reasonUnsafeForPrivacy().ifPresent(obstacle -> {
            throw new PolicyRefusedException("dataset " + identity.value() + " has a privacy budget, which does not"
                    + " bound this of " + source.description() + ": " + obstacle);
        });
        if (unit instanceof PrivacyUnit.UserUnit user && !source.knowsUsers()) {
            throw new PolicyRefusedException("dataset " + identity.value() + " protects users by column "
                    + user.keyColumn() + ", " + source.description()
                    + " does not name the user of each row: wrap it with UserRows.of(rows, \"" + user.keyColumn()
                    + "\")");
        }
    }

    /**
     * {@return a view of the records that reads until it is closed}
     *
     * @param permit used up by this call
     * @throws IllegalStateException when the permit was already used
     * @throws IllegalArgumentException when the permit is for other data
     */
    public DataView open(DataPermit permit) {
        permit.use(identity);
        return new DataView(this, new DataView.OpenedRows(source), false);
    }

    /**
     * Opens records that were paid for. All are read before any is handed on, so that a source that fails, or holds
     * another number of units than was declared, fails before anything is computed.
     *
     * @param permit used up by this call
     * @param unit the unit that is counted
     * @param adjacency of the ledger that paid; with zero-out the number of units is secret, whatever was declared
     * @param units the number of units that was declared; empty where none is public
     * @param begins is run once, when all rows were read and before the first is handed on; when it throws, none is
     * @return a view of the records that reads until it is closed
     * @throws IllegalStateException when the permit was already used
     * @throws IllegalArgumentException when the permit is for other data
     */
    public DataView open(
            DataPermit permit, PrivacyUnit unit, Adjacency adjacency, OptionalLong units, Runnable begins) {
        permit.use(identity);
        boolean secret = adjacency == Adjacency.ZERO_OUT;
        return new DataView(this, new HeldRows(source, unit, secret ? OptionalLong.empty() : units, begins), secret);
    }

    boolean hasRows() {
        return !(source instanceof NoRows);
    }

    private record NoRows(VariableSchema schema) implements RowSource {
        @Override
        public void forEachRow(RowConsumer consumer) {
            throw new DataException("this data is known by its moments only and has no rows to read");
        }
    }

    double[] spreadOfTies(double[] behind) {
        return source instanceof NormalScores scores ? scores.spreadOfTies(behind) : new double[schema().size()];
    }

    Optional<double[]> behindTies() {
        return source instanceof NormalScores scores ? scores.behindTies(statistics()) : Optional.empty();
    }

    synchronized SufficientStatistics statistics() {
        return statistics(source);
    }

    synchronized boolean hasStatistics() {
        return statistics != null;
    }

    /** Computes them from rows that are those of the source. */
    synchronized SufficientStatistics statistics(RowSource opened) {
        if (statistics == null) {
            statistics = SufficientStatistics.of(opened);
        }
        return statistics;
    }
}
