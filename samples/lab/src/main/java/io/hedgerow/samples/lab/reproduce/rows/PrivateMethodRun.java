// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.PlainMethodRun;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.privacy.PrivateLearner;
import java.util.Optional;
import java.util.stream.IntStream;

/** Runs a private method with noise from the production source, without a seed, against a ledger that is forgotten. */
final class PrivateMethodRun {

    private final SharedAccounting accounting = new SharedAccounting();

    Learned learn(Settings settings, RowsData data) throws InterruptedException {
        double epsilon = settings.number("epsilon");
        PrivateAlgorithm algorithm =
                PlainMethodRun.algorithm(settings).guarantee().orElseThrow();
        int d = data.truth().variables();
        int sites = data.sites().all().size();
        PrivateSettings defaults = PrivateSettings.recommended(algorithm, d, sites, epsilon);
        return PrivateLearner.forgotten(data.sites(), epsilon, accounting, settings.number("unit", 1), Optional.empty())
                .run(changed(defaults, settings, data), (report, consensus) -> {});
    }

    private static PrivateSettings changed(PrivateSettings preset, Settings settings, RowsData data) {
        double rho2 = settings.number("rho2", preset.rho2());
        return new PrivateSettings(
                preset.algorithm(),
                settings.whole("rounds", preset.rounds()),
                settings.whole("steps", preset.localIterations()),
                settings.number("lambda", preset.lambda()),
                settings.number("rho1", preset.rho1()),
                rho2,
                settings.number("gamma", preset.gamma()),
                settings.has("clipping")
                        ? settings.number("clipping") / Math.sqrt(curvature(data, rho2))
                        : settings.number("bound", preset.clip()),
                preset.selectionShare(),
                settings.number("scaleShare", preset.scaleShare()),
                settings.number("threshold", preset.threshold()),
                settings.number("smallest", preset.smallestDeviation()),
                settings.number("largest", preset.largestDeviation()),
                preset.centre(),
                preset.publicCentre(),
                preset.bound(),
                preset.ownUnits(),
                preset.known(),
                preset.seed(),
                null);
    }

    /**
     * Σ_i M_i with M_i = S_ii + ρ2, by which 002 §5.3 divides C, here {@code clipping}, and which it takes to be known:
     * c_i = √(M_i / Σ M) · C, so κ = C / √(Σ M). It is computed from the rows, which are simulated.
     */
    static double curvature(RowsData data, double rho2) {
        double sum = 0;
        for (NamedSite site : data.sites().all()) {
            for (double moment : moments(site, data.truth().variables())) {
                sum += (moment + rho2) / data.sites().all().size();
            }
        }
        return sum;
    }

    /** S_ii of a site: [d]. */
    static double[] moments(NamedSite site, int variables) {
        SufficientStatistics rows = InsecureOpenSites.statistics(site.data());
        double[] all = rows.secondMoment(Centring.NONE);
        return IntStream.range(0, variables)
                .mapToDouble(i -> all[i * variables + i])
                .toArray();
    }
}
