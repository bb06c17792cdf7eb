// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.PlainName;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.protocol.SiteId;
import java.util.Objects;

/**
 * The parameters that sites and coordinator agree on before round 0. Public; contains nothing computed from data.
 *
 * @param name a name as that of a {@link SiteId}
 * @param schema the variables of the sites' data, in order; the first {@code layout.targets()} of them are the targets,
 *     whose network is learned, and the others, such as lagged values, only explain them
 * @param layout the model's parameters; its slices have at least one parameter for each variable when some variables
 *     are no targets
 * @param admm the consensus iteration
 * @param lossScaling how sites of different size weigh
 * @param totalRows public number of records of all sites; read only by {@link LossScaling#PER_RECORD}, otherwise 0
 * @param sites number of sites P; at least 1
 * @param centring of the sites' records
 * @param communication rules for sending
 * @param policy when rounds and the study end
 * @param unit that counts as a noise variance of 1: every site divides its loss by it, so that λ and penalties mean the
 *     same in any units of the rows; weights do not change; finite and &gt; 0. Public: in a private study it must not
 *     be computed from data
 */
public record Study(
        String name,
        VariableSchema schema,
        ParameterLayout layout,
        AdmmSettings admm,
        LossScaling lossScaling,
        long totalRows,
        int sites,
        Centring centring,
        CommunicationPolicy communication,
        RoundPolicy policy,
        double unit) {
    public Study {
        Objects.requireNonNull(admm, "admm");
        Objects.requireNonNull(lossScaling, "lossScaling");
        Objects.requireNonNull(centring, "centring");
        Objects.requireNonNull(communication, "communication");
        PlainName.require("study name", Objects.requireNonNull(name, "name"));
        boolean stacked = layout.targets() < schema.size() && layout.sliceLength() >= schema.size();
        if (layout.targets() != schema.size() && !stacked) {
            throw new IllegalArgumentException("layout must have one target per variable, or fewer targets and slices"
                    + " with a parameter for every variable: " + schema.size() + " variables, " + layout.targets()
                    + " targets, " + layout.sliceLength() + " parameters in a slice");
        }
        if (sites < 1) {
            throw new IllegalArgumentException("sites must be at least 1, was " + sites);
        }
        if (policy.quorum() > sites) {
            throw new IllegalArgumentException(
                    "quorum must be at most the number of sites " + sites + ", was " + policy.quorum());
        }
        if (lossScaling == LossScaling.PER_RECORD && totalRows < 1) {
            throw new IllegalArgumentException(
                    "totalRows must be the public number of records of all sites, at least 1, was " + totalRows);
        }
        if (!(unit > 0) || unit == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("unit must be finite and > 0, was " + unit);
        }
    }

    /**
     * A study of losses as they are, in unit 1.
     *
     * @param name a name as that of a {@link SiteId}
     * @param schema the variables of the sites' data
     * @param layout the model's parameters
     * @param admm the consensus iteration
     * @param lossScaling how sites of different size weigh
     * @param totalRows public number of records of all sites, or 0
     * @param sites number of sites P
     * @param centring what sites subtract from their records
     * @param communication what is sent, and how
     * @param policy when rounds and the study end
     */
    public Study(
            String name,
            VariableSchema schema,
            ParameterLayout layout,
            AdmmSettings admm,
            LossScaling lossScaling,
            long totalRows,
            int sites,
            Centring centring,
            CommunicationPolicy communication,
            RoundPolicy policy) {
        this(name, schema, layout, admm, lossScaling, totalRows, sites, centring, communication, policy, 1);
    }

    /** {@return the variables whose network is learned: the first of the schema, one per target of the layout} */
    public VariableSchema targets() {
        return layout.targets() == schema.size()
                ? schema
                : schema.choosing(schema.names().subList(0, layout.targets()));
    }

    /**
     * {@return the digest that both ends compare to know that they agree: SHA-256 of all fields in a canonical form, 64
     * lower-case hexadecimal digits}
     */
    public String digest() {
        return StudyDigest.of(this);
    }

    /**
     * Parameters of the consensus iteration (papers 001 and 002): sites minimise with the penalty ρ2 towards the
     * consensus, the coordinator minimises under the acyclicity multiplier α and penalty ρ1.
     *
     * @param rounds T; at least 1
     * @param localLambda λ of the sites' ℓ1 term (Fed-Sparse-BNSL); 0 for none
     * @param globalLambda λ of the coordinator's ℓ1 term (Fed-BNSL); 0 for none. P sites with λ each weigh as much as
     *     the coordinator with P·λ
     * @param rho1 penalty on h(W)
     * @param rho2 penalty on B_p − W
     */
    public record AdmmSettings(
            int rounds, double localLambda, double globalLambda, PenaltySchedule rho1, PenaltySchedule rho2) {

        /** Multipliers never grow beyond this, as in the published code of paper 001. */
        public static final double ALPHA_CAP = 1e16;

        public AdmmSettings {
            Objects.requireNonNull(rho1, "rho1");
            Objects.requireNonNull(rho2, "rho2");
            if (rounds < 1) {
                throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
            }
            if (!(localLambda >= 0 && localLambda < Double.POSITIVE_INFINITY)
                    || !(globalLambda >= 0 && globalLambda < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("localLambda and globalLambda must be finite and >= 0, were "
                        + localLambda + " and " + globalLambda);
            }
        }
    }
}
