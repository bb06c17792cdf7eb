package io.hedgerow.dp.accounting;

import io.hedgerow.core.privacy.MechanismEvent;
import java.util.Objects;

/**
 * The least noise that keeps a plan within a budget: the largest common factor on all losses of an event template whose
 * certified ε does not exceed the budget.
 *
 * <p>Thread-safe.
 */
public final class Calibration {
    private static final double TOLERANCE = 5e-4;

    private final Accountant accountant;

    /**
     * Calibrates with an accountant.
     *
     * @param accountant what decides
     */
    public Calibration(Accountant accountant) {
        this.accountant = Objects.requireNonNull(accountant, "accountant");
    }

    /**
     * The largest scale at which the template stays within the budget.
     *
     * @param budget the bound
     * @param template the plan at scale 1, in chronological order; the ratios of its parameters are kept
     * @return the scaled plan; its ε is at most the budget's, and at least 0.999 of it where ε can be raised
     * @throws IllegalArgumentException when the budget cannot be met at any scale, such as Gaussian calls at δ = 0
     */
    public NoisePlan calibrate(PrivacyBudget budget, MechanismEvent template) {
        Objects.requireNonNull(budget, "budget");
        double target = budget.epsilon();
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double scale = start(budget, template);
        NoisePlan best = null;
        for (int k = 0; k < 60; k++) {
            MechanismEvent scaled = ScaledEvent.of(template, scale);
            double epsilon = accountant.epsilon(scaled, budget.delta());
            if (epsilon <= target) {
                low = scale;
                best = new NoisePlan(scale, scaled, epsilon, accountant.id());
                if (epsilon >= target * (1 - TOLERANCE)) {
                    return best;
                }
            } else {
                high = scale;
            }
            double guess = scale * target * (1 - 0.5 * TOLERANCE) / epsilon;
            if (low > 0 && high < Double.POSITIVE_INFINITY) {
                if (high - low < 1e-6 * high) {
                    break;
                }
                scale = guess > low && guess < high ? guess : 0.5 * (low + high);
            } else {
                scale = guess > 0 && guess < Double.POSITIVE_INFINITY && guess != scale
                        ? guess
                        : scale * (low > 0 ? 2 : 0.5);
            }
        }
        if (best == null) {
            throw new IllegalArgumentException("budget must be within reach of the plan at some scale, was " + budget);
        }
        return best;
    }

    private static double start(PrivacyBudget budget, MechanismEvent template) {
        if (budget.delta() == 0) {
            return 1;
        }
        double rho = ZcdpAccountant.rho(template);
        return AnalyticGaussian.mu(budget) / Math.sqrt(2 * rho);
    }
}
