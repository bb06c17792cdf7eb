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
 * @param sites number of sites P; at least 1
 * @param policy when rounds and the study end
 * @param form what the sites compute together: a consensus or sums
 */
public record Study(
        String name, VariableSchema schema, ParameterLayout layout, int sites, RoundPolicy policy, Form form) {
    public Study {
        Objects.requireNonNull(form, "form");
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
    }

    /** {@return the variables whose network is learned: the first of the schema, one per target of the layout} */
    public VariableSchema targets() {
        return layout.targets() == schema.size()
                ? schema
                : schema.choosing(schema.names().subList(0, layout.targets()));
    }

    /**
     * {@return the digest that both ends compare to know that they agree: SHA-256 of all fields in a canonical form, 64
     * lower-case hexadecimal digits} A release has the digest of rounds of the constants that stood for a release
     * before there were two forms; sites compute the same in both.
     */
    public String digest() {
        return StudyDigest.of(this);
    }

    /** {@return the number of rounds, or of a release the most that it may take} */
    public int rounds() {
        return form.rounds();
    }

    /** {@return the rules for sending} */
    public CommunicationPolicy communication() {
        return form.communication();
    }

    /** {@return the penalty ρ2 that a task of a round states} */
    public double rho2(int round) {
        return form instanceof Rounds rounds ? rounds.admm().rho2().at(round) : 1;
    }

    /**
     * {@return the settings of the consensus iteration}
     *
     * @throws IllegalStateException when the study is a release of sums, which has none
     */
    public Rounds consensus() {
        if (form instanceof Rounds rounds) {
            return rounds;
        }
        throw new IllegalStateException("study " + name + " must be one of rounds towards a consensus, releases sums");
    }

    /** The computation that the sites of a study take part in. */
    public sealed interface Form {

        /** {@return the largest number of rounds} */
        int rounds();

        /** {@return the rules for sending} */
        CommunicationPolicy communication();
    }

    /**
     * A release of sums over sites, exact or noisy: one, or a few in a row of which each may depend on those before.
     * Sites sum their rows as they are and send every number.
     *
     * @param rounds the most sums; at least 1
     */
    public record Release(int rounds) implements Form {
        public Release {
            if (rounds < 1) {
                throw new IllegalArgumentException("rounds must be at least 1, was " + rounds);
            }
        }

        @Override
        public CommunicationPolicy communication() {
            return CommunicationPolicy.exact();
        }
    }

    /**
     * Rounds towards a consensus: in each of them every site solves its problem, then the coordinator its own.
     *
     * @param admm the consensus iteration
     * @param lossScaling how sites of different size weigh
     * @param totalRows public number of records of all sites; read only by {@link LossScaling#PER_RECORD}, otherwise 0
     * @param centring of the sites' records
     * @param communication rules for sending
     * @param unit the noise variance that counts as 1: every site divides its loss by it, so that λ and penalties mean
     *     the same in any units of the rows; weights do not change; finite and &gt; 0. Public: in a private study it
     *     must not be computed from data
     */
    public record Rounds(
            AdmmSettings admm,
            LossScaling lossScaling,
            long totalRows,
            Centring centring,
            CommunicationPolicy communication,
            double unit)
            implements Form {
        public Rounds {
            Objects.requireNonNull(admm, "admm");
            Objects.requireNonNull(lossScaling, "lossScaling");
            Objects.requireNonNull(centring, "centring");
            Objects.requireNonNull(communication, "communication");
            if (lossScaling == LossScaling.PER_RECORD && totalRows < 1) {
                throw new IllegalArgumentException(
                        "totalRows must be the public number of records of all sites, at least 1, was " + totalRows);
            }
            if (!(unit > 0) || unit == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("unit must be finite and > 0, was " + unit);
            }
        }

        @Override
        public int rounds() {
            return admm.rounds();
        }
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
