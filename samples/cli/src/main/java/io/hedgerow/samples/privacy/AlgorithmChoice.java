// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.dp.accounting.AnalyticGaussian;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Explains the default private algorithm, {@link Algorithm#UNDER_BUDGET}, when none was named. Computed from public
 * numbers only.
 *
 * @param reasons sentences for the user
 * @param warning when no method was good at such numbers
 */
public record AlgorithmChoice(List<String> reasons, Optional<String> warning) {

    /** The noise d/(n·μ·√P) above which about a fifth of the edges or more were wrong in simulations. */
    private static final double POOR = 0.03;

    public AlgorithmChoice {
        reasons = List.copyOf(reasons);
    }

    /** The choice for columns, of which only the number and the kinds are known. */
    public static AlgorithmChoice of(VariableSchema columns, List<Long> units, PrivacyBudget budget, boolean users) {
        if (!columns.hasCategories()) {
            return of(columns.size(), units, budget, users);
        }
        String released = columns.categorical().size() == columns.size()
                ? "tables of categories"
                : "products of numbers and levels of categories";
        return new AlgorithmChoice(
                List.of("chose " + Algorithm.UNDER_BUDGET + ": it releases " + released), Optional.empty());
    }

    public static AlgorithmChoice of(int variables, List<Long> units, PrivacyBudget budget, boolean users) {
        double n = units.stream().mapToLong(Long::longValue).average().orElseThrow();
        double noise = variables / (n * AnalyticGaussian.mu(budget) * Math.sqrt(units.size()));
        String reason = String.format(
                Locale.ROOT,
                "chose %s: one release of second moments needs less noise than rounds of private steps at d = "
                        + "%d and"
                        + " %.0f %s a site in every simulation; relative noise %.2g",
                Algorithm.UNDER_BUDGET,
                variables,
                n,
                users ? "users" : "rows",
                noise);
        return new AlgorithmChoice(
                List.of(reason, curves()),
                noise > POOR
                        ? Optional.of(String.format(
                                Locale.ROOT,
                                "at this budget the noise is large (%.2g): in simulations a fifth of the edges or more"
                                        + " were wrong with every method; more rows, more sites or a larger epsilon "
                                        + "help",
                                noise))
                        : Optional.empty());
    }

    private static String curves() {
        Algorithm bent = Algorithm.UNDER_BUDGET;
        String finding = bent.others(known -> known.has(MethodTrait.CURVES));
        return bent + " assumes linear relations; if they bend, --algorithm " + finding
                + " finds curves, with more rows or budget: plan --algorithm " + finding
                + " says how many edges to expect wrong";
    }
}
