// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.NeighbourSearch;
import io.hedgerow.dp.internal.audit.cases.AuditedUnit;
import io.hedgerow.dp.internal.audit.cases.MechanismCases;
import io.hedgerow.dp.internal.audit.cases.ProductCases;
import java.util.List;

/**
 * The targets of {@code audit epsilon}: mechanisms at μ = 1, or ε of 1 or 2, and methods as {@code learn} runs them.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions have no state
public enum AuditedMechanism {
    GAUSSIAN((delta, product, unit) -> List.of(MechanismCases.gaussian(1, delta))),
    LAPLACE((delta, product, unit) -> List.of(MechanismCases.laplace(1))),
    SELECTION((delta, product, unit) -> List.of(MechanismCases.selection(2))),
    COLUMN_SELECTION((delta, product, unit) -> List.of(MechanismCases.columnSelection(2))),
    CLIPPED_SUM((delta, product, unit) -> List.of(MechanismCases.clippedSum(1, delta))),
    DP_GRAM((delta, product, unit) -> product.dpGram(unit)),
    DP_GRAM_CATEGORIES((delta, product, unit) -> product.dpGramOfCategories(unit)),
    DP_GRAM_MIXED((delta, product, unit) -> product.dpGramOfBoth(unit)),
    DP_DYNAMIC_GRAM((delta, product, unit) -> product.dpDynamicGram(unit)),
    DP_FEATURE_GRAM((delta, product, unit) -> product.dpFeatureGram(unit)),
    DP_FED_BNSL((delta, product, unit) -> product.dpFedBnsl(unit)),
    DP_FED_SPARSE((delta, product, unit) -> product.dpFedSparse(unit)),
    DP_FED_SPARSE_LAPLACE((delta, product, unit) -> product.dpFedSparseLaplace(unit));

    public static final int USUAL_PAIRS = 100;

    /** The factor by which runs of a method are fewer: each sets up a whole site. */
    private static final int DEARNESS = 20;

    private final Cases cases;

    private interface Cases {
        List<AuditCase> of(double delta, ProductCases product, AuditedUnit unit);
    }

    AuditedMechanism(Cases cases) {
        this.cases = cases;
    }

    /** Whether this is a method with units, or a mechanism that publishes one number: true for methods. */
    public boolean isMethod() {
        return compareTo(DP_GRAM) >= 0;
    }

    /**
     * The cases to run.
     *
     * @param delta δ of the report of mechanisms that are not pure
     * @param unit the unit of a method; not used by mechanisms
     * @return new cases, for one thread; none when the method does not support the unit
     */
    public List<AuditCase> cases(double delta, ProductCases product, AuditedUnit unit) {
        return cases.of(delta, product, unit);
    }

    public static List<AuditedMechanism> searched() {
        return List.of(
                CLIPPED_SUM, SELECTION, DP_GRAM, DP_GRAM_CATEGORIES, DP_GRAM_MIXED, DP_FEATURE_GRAM, DP_FED_SPARSE);
    }

    /**
     * What {@code audit neighbours} searches: mechanisms and releases that read rows which can be made freely.
     *
     * @return new targets, for one thread; none when the method does not support the unit, or has nothing to search
     */
    public List<NeighbourSearch.Target> searched(double delta, ProductCases product, AuditedUnit unit) {
        return switch (this) {
            case CLIPPED_SUM -> List.of(MechanismCases.searchedSum(1, delta));
            case SELECTION -> List.of(MechanismCases.searchedSelection(2));
            case DP_GRAM -> product.searchedDpGram(unit);
            case DP_GRAM_CATEGORIES -> product.searchedCategories(unit);
            case DP_GRAM_MIXED -> product.searchedBoth(unit);
            case DP_FEATURE_GRAM -> product.searchedDpFeatureGram(unit);
            case DP_FED_SPARSE -> product.searchedDpFedSparse(unit);
            default -> List.of();
        };
    }

    /** The pairs that a search tries; more where a run costs little. */
    public int pairs() {
        return isMethod() ? USUAL_PAIRS : 10 * USUAL_PAIRS;
    }

    /** The number of runs; fewer where one takes much longer. */
    public int runs(int asked) {
        return isMethod() ? Math.max(100, asked / DEARNESS) : asked;
    }
}
