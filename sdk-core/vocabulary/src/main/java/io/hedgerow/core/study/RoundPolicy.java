// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.study;

import java.time.Duration;
import java.util.Objects;

/**
 * The quorum, deadlines and convergence rule that decide when a round closes and when a study ends.
 *
 * @param quorum how many sites must answer for a round to count; at least 1
 * @param deadline how long the coordinator waits for a round's answers; &gt; 0
 * @param convergence when to end before the last round
 */
public record RoundPolicy(int quorum, Duration deadline, Convergence convergence) {
    public RoundPolicy {
        Objects.requireNonNull(convergence, "convergence");
        if (quorum < 1) {
            throw new IllegalArgumentException("quorum must be at least 1, was " + quorum);
        }
        if (deadline.isZero() || deadline.isNegative()) {
            throw new IllegalArgumentException("deadline must be > 0, was " + deadline);
        }
    }

    /**
     * Ends a study when the consensus is acyclic, the sites agree with it, and it no longer moves. A tolerance of 0 is
     * never met except exactly.
     *
     * @param acyclicity largest h of the coordinator's solution
     * @param distance largest ‖mean B − W‖_F / max(1, ‖W‖_F)
     * @param movement largest ‖W − previous W‖_F / max(1, ‖W‖_F)
     * @param enabled false to run all rounds
     */
    public record Convergence(double acyclicity, double distance, double movement, boolean enabled) {
        public Convergence {
            if (!(acyclicity >= 0) || !(distance >= 0) || !(movement >= 0)) {
                throw new IllegalArgumentException(
                        "tolerances must be >= 0, were " + acyclicity + ", " + distance + " and " + movement);
            }
        }

        /** {@return the rule of the published algorithms: all planned rounds are run} */
        public static Convergence never() {
            return new Convergence(0, 0, 0, false);
        }

        /**
         * {@return whether rounds may stop, as all three are small enough}
         *
         * @param h acyclicity of the consensus
         * @param distanceNow distance between the consensus and the sites' mean
         * @param movementNow movement of the consensus in this round
         */
        public boolean isMet(double h, double distanceNow, double movementNow) {
            return enabled && h <= acyclicity && distanceNow <= distance && movementNow <= movement;
        }
    }
}
