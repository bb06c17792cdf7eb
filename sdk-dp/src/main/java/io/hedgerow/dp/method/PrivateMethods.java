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

/** The methods that keep a promise about the people in the data. */
public final class PrivateMethods implements MethodProvider {

    /** For {@link java.util.ServiceLoader}. */
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
     * A private method from settings.
     *
     * @param agreement what the study is about
     * @param settings of the method, in units of the prepared rows
     * @param units of the sites
     * @param unit a public number that counts as a noise variance of 1
     * @param accounting what studies cost
     * @return the same method as one of a plan that says all of this
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
