// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.dp.method.settings.PrivateAlgorithm;
import io.hedgerow.dp.method.settings.PrivateSettings;
import java.util.List;

/** Provides the private methods. */
public final class PrivateMethods implements MethodProvider {

    /** Creates the provider, for {@link java.util.ServiceLoader}. */
    public PrivateMethods() {}

    @Override
    public List<MethodDescriptor> descriptors() {
        return List.of(
                PrivateMomentsMethod.DESCRIPTOR,
                PrivateSeriesMethod.DESCRIPTOR,
                PrivateFeatureMethod.DESCRIPTOR,
                PrivateConsensusMethod.DP_FED_SPARSE,
                PrivateConsensusMethod.DP_FED_BNSL,
                PrivateConsensusMethod.DP_FED_SPARSE_LAPLACE);
    }

    @Override
    public Method method(StudyTerms terms, MethodParameters parameters) {
        if (terms.method().equals(PrivateSeriesMethod.NAME)) {
            return PrivateSeriesMethod.of(terms, parameters);
        }
        if (terms.method().equals(PrivateFeatureMethod.NAME)) {
            return PrivateFeatureMethod.of(terms, parameters);
        }
        if (!terms.method().equals(PrivateAlgorithm.DP_GRAM.id())) {
            return PrivateConsensusMethod.of(terms, parameters);
        }
        return PrivateScoresMethod.isMeant(parameters)
                ? PrivateScoresMethod.of(terms, parameters)
                : PrivateMomentsMethod.of(terms, parameters);
    }

    /**
     * Makes a private method from settings.
     *
     * @param agreement the subject of the study
     * @param settings of the method, in units of the prepared rows
     * @param units of the sites
     * @param unit a public number, the noise variance that the method calls 1
     * @param accounting certifies the cost of studies
     * @return the same method as one of a plan with these settings
     */
    public static PrivateMethod of(
            Agreement agreement,
            PrivateSettings settings,
            UnitsOfSites units,
            double unit,
            SharedAccounting accounting) {
        return settings.algorithm() == PrivateAlgorithm.DP_GRAM
                ? PrivateMomentsMethod.of(agreement, settings, units, unit, false)
                : PrivateConsensusMethod.of(agreement, settings, units, unit, accounting);
    }
}
