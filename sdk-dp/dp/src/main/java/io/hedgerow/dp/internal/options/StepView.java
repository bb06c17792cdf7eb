// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.options;

import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults;
import io.hedgerow.dp.internal.greedy.settings.GreedyDefaults.GreedyShares;

/**
 * The parameters of a private method that concern the greedy steps of sites. All of it is public.
 *
 * @param count K, exactly as many private steps in every round
 * @param gamma length of a step
 * @param clip κ, in units of a residual
 * @param shares the division of the budget, without a private mean
 * @param meanSmoothness whether sites take the mean of all released second moments, which they send
 */
public record StepView(int count, double gamma, double clip, GreedyShares shares, boolean meanSmoothness) {

    /** The steps of which {@link GreedyDefaults} says how well they did. */
    public static StepView usual(GreedyDefaults defaults) {
        return new StepView(
                defaults.steps().count(),
                defaults.steps().gamma(),
                defaults.steps().clipFactor(),
                defaults.shares(),
                false);
    }

    /**
     * Reads the parameters of a method in greedy steps.
     *
     * @param usual what holds without them
     */
    public static StepView read(MethodParameters parameters, StepView usual) {
        GreedyShares shares = usual.shares();
        return new StepView(
                (int) parameters.count("local-iterations", usual.count()),
                parameters.positive("gamma", usual.gamma()),
                parameters.positive("clip", usual.clip()),
                new GreedyShares(
                        shares.selection(), parameters.positive("scale-share", shares.smoothness()), shares.centre()),
                parameters.flag("mean-smoothness"));
    }
}
