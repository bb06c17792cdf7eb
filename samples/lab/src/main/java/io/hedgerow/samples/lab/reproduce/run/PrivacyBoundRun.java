// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.run;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.samples.lab.reproduce.paper.Measure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.util.List;
import java.util.Map;

/**
 * What ε the same variance of noise costs in the steps of 002 and in those of Mangold et al. (2023): 002, appendix A.4.
 * No data are drawn, and the seed means nothing.
 *
 * <p>Symbols: K·T steps, each a selection and an update; L = log(1/δ), δ = 1/n²; Δ the sensitivity of an update, σ² the
 * variance of its noise, μ = Δ/σ. Gumbel noise of scale β for scores has the same ratio of sensitivity to scale. By the
 * formulas of the paper ε_new = KTμ² + 2μ√(KT·L), which is the point of the axis and gives μ; and with Laplace noise of
 * the same variance, so of ε₀ = √2·μ in each of the 2KT mechanisms, ε_old = 2ε₀√(KT·L) + 2KT·ε₀(e^ε₀ − 1). Certified is
 * what the accountant of the SDK proves of the same noise.
 */
public final class PrivacyBoundRun implements PaperRun {

    private final CertifiedAccountant accountant = new CertifiedAccountant();

    @Override
    public Measured run(Settings settings, int seed) {
        long start = System.nanoTime();
        long steps = (long) settings.whole("steps") * settings.whole("rounds");
        double log = 2 * Math.log(settings.whole("rows"));
        double epsilon = settings.number("epsilon");
        double mu = (Math.sqrt(log + epsilon) - Math.sqrt(log)) / Math.sqrt((double) steps);
        double pure = Math.sqrt(2) * mu;
        double delta = Math.exp(-log);
        boolean certified = settings.has("certified");
        double gaussian = certified
                ? accountant.epsilon(
                        new MechanismEvent.Sequence(List.of(
                                new MechanismEvent.Selection(2 * mu, steps), new MechanismEvent.Gaussian(mu, steps))),
                        delta)
                : epsilon;
        double laplace = certified
                ? accountant.epsilon(
                        new MechanismEvent.Sequence(List.of(
                                new MechanismEvent.PureDp(pure, steps), new MechanismEvent.Laplace(1 / pure, steps))),
                        delta)
                : 2 * pure * Math.sqrt(steps * log) + 2 * steps * pure * Math.expm1(pure);
        double here =
                switch (settings.text("algorithm")) {
                    case "gumbel-and-gaussian" -> gaussian;
                    case "laplace" -> laplace;
                    default ->
                        throw new IllegalArgumentException(
                                "algorithm must be gumbel-and-gaussian or laplace, was " + settings.text("algorithm"));
                };
        return Measured.of(Map.of(Measure.EPSILON, here, Measure.EPSILON_RATIO, here / gaussian), 0, start);
    }
}
