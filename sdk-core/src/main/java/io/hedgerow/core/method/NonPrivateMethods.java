package io.hedgerow.core.method;

import java.util.List;

/** The methods of this module. They promise nothing. */
public final class NonPrivateMethods implements MethodProvider {

    /** For {@link java.util.ServiceLoader}. */
    public NonPrivateMethods() {}

    @Override
    public List<String> names() {
        return List.of("fed-sparse", "fed-bnsl", "gram");
    }

    @Override
    public Method method(StudyTerms terms, MethodParameters parameters) {
        terms.requireNoPromise();
        return terms.method().equals("gram")
                ? MomentsMethod.of(terms, parameters)
                : ConsensusMethod.of(terms, parameters);
    }
}
