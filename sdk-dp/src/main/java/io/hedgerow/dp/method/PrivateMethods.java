package io.hedgerow.dp.method;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.MethodProvider;
import io.hedgerow.core.method.StudyTerms;
import java.util.List;

/** The methods that keep a promise about the people in the data. */
public final class PrivateMethods implements MethodProvider {

    /** For {@link java.util.ServiceLoader}. */
    public PrivateMethods() {}

    @Override
    public List<String> names() {
        return List.of(
                PrivateAlgorithm.DP_GRAM.id(), PrivateAlgorithm.DP_FED_SPARSE.id(), PrivateAlgorithm.DP_FED_BNSL.id());
    }

    @Override
    public Method method(StudyTerms terms, MethodParameters parameters) {
        return terms.method().equals(PrivateAlgorithm.DP_GRAM.id())
                ? PrivateMomentsMethod.of(terms, parameters)
                : PrivateConsensusMethod.of(terms, parameters);
    }
}
