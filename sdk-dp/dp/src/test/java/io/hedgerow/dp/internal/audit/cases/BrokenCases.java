// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults.GreedyShares;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.mechanism.GaussianMechanism;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.Sensitivity;
import java.util.Random;
import java.util.function.DoubleSupplier;

/** Mistakes that were made somewhere, or nearly: each claims what the right mechanism costs. */
public enum BrokenCases {
    /** σ/2 in the place of σ: μ is twice the claim. */
    NOISE_HALVED {
        @Override
        public AuditCase broken() {
            return claiming(MechanismCases.gaussian(2, DELTA), MechanismCases.gaussian(1, DELTA));
        }
    },
    /** The same inside a whole greedy run. */
    GREEDY_NOISE_HALVED {
        @Override
        public AuditCase broken() {
            return greedy(1, 2);
        }
    },
    /** Scores are thought to move half as far as they do, inside a whole greedy run. */
    GREEDY_SELECTION_HALVED {
        @Override
        public AuditCase broken() {
            return greedy(2, 1);
        }
    },
    /** Persons are promised protection, but each of their three rows is clipped on its own. */
    PERSON_CLIPPED_BY_ROW {
        @Override
        public AuditCase broken() {
            AuditedRows users = AuditedRows.users(ROWS);
            ProtectedUnits rows = ProtectedUnits.records(Adjacency.REPLACE_ONE, ROWS - 1 + users.canaryRows());
            AuditedRows byRow = new AuditedRows(rows, false, users.others(), users.canaryRows());
            return GreedyCases.dpPgcd("person clipped by row", byRow, 5, 2, cost(1), DELTA);
        }
    },
    /** Scores are thought to move half as far as they do. */
    SELECTION_HALVED {
        @Override
        public AuditCase broken() {
            return claiming(MechanismCases.selection(4), MechanismCases.selection(2));
        }
    },
    /** The average is clipped to ±C, not every record: the sum moves by 2nC, not 2C. */
    AVERAGE_CLIPPED {
        @Override
        public AuditCase broken() {
            GaussianMechanism mechanism = gaussian(1.0 / 2);
            NoiseSource noise = DiscreteNoise.secure();
            return new AuditCase(
                    "average clipped",
                    mechanism.event(1),
                    DELTA,
                    () -> mechanism.add(clippedAverage(1e9), noise),
                    () -> mechanism.add(clippedAverage(-1e9), noise));
        }

        private long clippedAverage(double canary) {
            double average = (canary + 0.1 * (ROWS - 1)) / ROWS;
            return (long) Math.rint(ROWS * Math.max(-1, Math.min(1, average)) * BOUND);
        }
    },
    /**
     * A Gumbel scale for every candidate, b = 1 and 10, scores that move by r·b: the claim is 2r, the truth r(1 + 10)
     * at most.
     */
    SCALE_PER_CANDIDATE {
        @Override
        public AuditCase broken() {
            Random random = new Random(21);
            double r = 1;
            return new AuditCase(
                    "scale per candidate",
                    new MechanismEvent.Selection(2 * r, 1),
                    0,
                    () -> firstWins(random, -17 + 5.5 * r),
                    () -> firstWins(random, -17 - 5.5 * r));
        }

        private double firstWins(Random random, double lead) {
            return lead + gumbel(random) > 10 * gumbel(random) ? 1 : 0;
        }

        private double gumbel(Random random) {
            return -Math.log(-Math.log(random.nextDouble()));
        }
    },
    /** A sensitivity of 0.6 steps moves the rounded value by a whole step. */
    ROUNDING_FORGOTTEN {
        @Override
        public AuditCase broken() {
            double sensitivity = 0.6;
            double scale = 1;
            NoiseSource noise = DiscreteNoise.secure();
            return new AuditCase(
                    "rounding forgotten",
                    new MechanismEvent.Laplace(scale / sensitivity, 1),
                    0,
                    () -> Math.rint(sensitivity) + noise.laplace(scale),
                    () -> noise.laplace(scale));
        }
    },
    /** The canary counts +C in one round and −C in the next; the noise is the same, and the difference has none. */
    NOISE_REUSED {
        @Override
        public AuditCase broken() {
            GaussianMechanism mechanism = gaussian(2);
            NoiseSource noise = DiscreteNoise.secure();
            return new AuditCase(
                    "noise reused",
                    mechanism.event(2),
                    DELTA,
                    twoRounds(mechanism, noise, BOUND),
                    twoRounds(mechanism, noise, -BOUND));
        }

        private DoubleSupplier twoRounds(GaussianMechanism mechanism, NoiseSource noise, long canary) {
            return () -> {
                long drawn = mechanism.add(0, noise);
                return (canary + drawn) - (-canary + drawn);
            };
        }
    };

    static final double DELTA = 1e-5;
    private static final int ROWS = 20;
    private static final long BOUND = 1 << 23;

    public abstract AuditCase broken();

    private static GaussianMechanism gaussian(double multiplier) {
        return new GaussianMechanism(Sensitivity.ofClippedSum(Adjacency.REPLACE_ONE, BOUND), multiplier);
    }

    private static AuditCase claiming(AuditCase runs, AuditCase other) {
        return new AuditCase(runs.mechanism(), other.claimed(), runs.delta(), runs.left(), runs.right());
    }

    /**
     * Of a step when five rounds of two cost what a Gaussian call of μ does, selections counted as Gaussian calls of ε0
     * / 2; half of μ² goes to each kind.
     */
    static GreedyCost cost(double mu) {
        GreedyCost unit = new GreedyShares(0.5, 0, 0).step(10);
        return new GreedyCost(unit.selectionRange() * mu, unit.mu() * mu);
    }

    /** Runs at a multiple of the cost that is claimed. */
    private static AuditCase greedy(double selection, double update) {
        GreedyCost claimed = cost(1);
        GreedyCost run = new GreedyCost(selection * claimed.selectionRange(), update * claimed.mu());
        return claiming(greedy(run), greedy(claimed));
    }

    private static AuditCase greedy(GreedyCost cost) {
        return GreedyCases.dpPgcd(Adjacency.REPLACE_ONE, false, 5, 2, cost, DELTA);
    }
}
