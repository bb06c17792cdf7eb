// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.cases.AuditedUnit;
import io.hedgerow.dp.internal.audit.cases.MechanismCases;
import io.hedgerow.dp.internal.audit.cases.ProductCases;
import java.util.List;

/**
 * What {@code audit epsilon} can run: mechanisms at their usual cost, μ = 1, or ε = 1 or 2 for pure ones; and whole
 * methods with the settings of {@code learn}.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
public enum AuditedMechanism {
    /** One number with Gaussian noise. */
    GAUSSIAN((delta, product, unit) -> List.of(MechanismCases.gaussian(1, delta))),
    /** One number with Laplace noise. */
    LAPLACE((delta, product, unit) -> List.of(MechanismCases.laplace(1))),
    /** Selection from a list. */
    SELECTION((delta, product, unit) -> List.of(MechanismCases.selection(2))),
    /** Selection by columns. */
    COLUMN_SELECTION((delta, product, unit) -> List.of(MechanismCases.columnSelection(2))),
    /** A clipped sum with Gaussian noise. */
    CLIPPED_SUM((delta, product, unit) -> List.of(MechanismCases.clippedSum(1, delta))),
    /** All rounds of dp-gram. */
    DP_GRAM((delta, product, unit) -> product.dpGram(unit)),
    /** The tables of dp-gram, of categories. */
    DP_GRAM_CATEGORIES((delta, product, unit) -> product.dpGramOfCategories(unit)),
    /** The moments of dp-dynamic-gram. */
    DP_DYNAMIC_GRAM((delta, product, unit) -> product.dpDynamicGram(unit)),
    /** The rounds of dp-feature-gram. */
    DP_FEATURE_GRAM((delta, product, unit) -> product.dpFeatureGram(unit)),
    /** The matrix of dp-fed-bnsl. */
    DP_FED_BNSL((delta, product, unit) -> product.dpFedBnsl(unit)),
    /** The releases and steps of dp-fed-sparse. */
    DP_FED_SPARSE((delta, product, unit) -> product.dpFedSparse(unit)),
    /** The steps of dp-fed-sparse-laplace. */
    DP_FED_SPARSE_LAPLACE((delta, product, unit) -> product.dpFedSparseLaplace(unit));

    /** A run of a method sets up a whole site. */
    private static final int DEARNESS = 20;

    private final Cases cases;

    private interface Cases {
        List<AuditCase> of(double delta, ProductCases product, AuditedUnit unit);
    }

    AuditedMechanism(Cases cases) {
        this.cases = cases;
    }

    /** Whether this is a method with units, or a mechanism of which only one number is looked at: true for methods. */
    public boolean isMethod() {
        return compareTo(DP_GRAM) >= 0;
    }

    /**
     * The cases to run.
     *
     * @param delta δ of the report of mechanisms, where they are not pure
     * @param unit whose contribution a method protects; not used by mechanisms
     * @return new cases, for one thread; none when the method is not on offer for the unit
     */
    public List<AuditCase> cases(double delta, ProductCases product, AuditedUnit unit) {
        return cases.of(delta, product, unit);
    }

    /**
     * Fewer runs where one takes much longer.
     *
     * @param asked runs of the others
     */
    public int runs(int asked) {
        return isMethod() ? Math.max(100, asked / DEARNESS) : asked;
    }
}
