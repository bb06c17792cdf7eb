// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.rows;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.dp.method.SharedAccounting;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import io.hedgerow.samples.lab.reproduce.run.PlainMethodRun;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.method.ParameterBuilder;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.privacy.PrivateLearner;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Runs a private method with noise from the production source, without a seed, against a ledger that is forgotten. */
final class PrivateMethodRun {

    /** ρ2 of private methods, unless it is said. */
    private static final double USUAL_RHO2 = 1;

    private final SharedAccounting accounting = new SharedAccounting();

    Learned learn(Settings settings, RowsData data) throws InterruptedException {
        double epsilon = settings.number("epsilon");
        return PrivateLearner.forgotten(data.sites(), epsilon, accounting, Optional.empty())
                .run(named(settings, data));
    }

    /** The method of a publication, in units of rows that are divided by the root of {@code unit}. */
    private static NamedMethod named(Settings settings, RowsData data) {
        Algorithm known = PlainMethodRun.algorithm(settings);
        NamedMethod named = Method.named(known.name());
        double unit = settings.number("unit", 1);
        ParameterBuilder method = new ParameterBuilder(
                settings.has("rounds") ? named.withRounds(settings.whole("rounds", named.rounds())) : named);
        give(method, known, settings, "steps", "local-iterations", 1);
        for (String same : List.of("lambda", "rho1", "rho2", "gamma", "threshold")) {
            give(method, known, settings, same, same, 1);
        }
        give(method, known, settings, "scaleShare", "scale-share", 1);
        give(method, known, settings, "smallest", "smallest-deviation", Math.sqrt(unit));
        give(method, known, settings, "largest", "largest-deviation", Math.sqrt(unit));
        give(method, known, settings, "bound", "clip", 1);
        if (settings.has("clipping")) {
            double rho2 = settings.number("rho2", USUAL_RHO2);
            method.set("clip", settings.number("clipping") / Math.sqrt(curvature(data, rho2)));
        }
        return method.set("unit", unit == 1 ? null : unit).method();
    }

    /** Gives a parameter where the method has it; publications say some of methods that do not. */
    private static void give(
            ParameterBuilder method, Algorithm known, Settings settings, String said, String parameter, double factor) {
        if (settings.has(said) && known.takes(parameter)) {
            double value = settings.number(said) * factor;
            method.set(parameter, value);
        }
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
