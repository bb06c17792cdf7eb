package io.hedgerow.core.method;

import java.util.List;
import java.util.Optional;

/** The methods of this module. They promise nothing. */
public final class NonPrivateMethods implements MethodProvider {

    /** For {@link java.util.ServiceLoader}. */
    public NonPrivateMethods() {}

    @Override
    public List<String> names() {
        return List.of("fed-sparse", "fed-bnsl", "fdbnl", "pfdbnl", "gram", "dynamic-gram");
    }

    @Override
    public Method method(StudyTerms terms, MethodParameters parameters) {
        terms.requireNoPromise();
        return switch (terms.method()) {
            case "gram" -> MomentsMethod.of(terms, parameters);
            case "dynamic-gram" -> MomentsMethod.ofSeries(terms, parameters);
            case "fdbnl" -> ConsensusMethod.ofSeries(terms, parameters);
            case "pfdbnl" -> PersonalMethod.of(terms, parameters);
            default -> ConsensusMethod.of(terms, parameters);
        };
    }

    /**
     * A method in rounds towards a consensus.
     *
     * @param agreement what the study is about; behind masks values are sent in whole steps
     * @param method which
     * @param settings of the method
     * @return the same method as one of a plan that says all of this
     */
    public static Method rounds(Agreement agreement, FederatedMethod method, MethodSettings settings) {
        return rounds(agreement, method, settings, 0);
    }

    /**
     * The same where sites weigh by their rows.
     *
     * @param agreement what the study is about
     * @param method which
     * @param settings of the method
     * @param totalRows of all sites, which {@link io.hedgerow.core.model.LossScaling#PER_RECORD} needs; otherwise 0
     * @return the method
     */
    public static Method rounds(Agreement agreement, FederatedMethod method, MethodSettings settings, long totalRows) {
        MethodSettings sent = agreement.isMasked()
                ? settings.withCommunication(settings.communication().inSteps())
                : settings;
        return ConsensusMethod.of(agreement, method, sent, totalRows);
    }

    /**
     * One release of second moments, and a search on their sum.
     *
     * @param agreement what the study is about
     * @param settings of the search
     * @return the method
     */
    public static Method moments(Agreement agreement, SearchSettings settings) {
        return MomentsMethod.of(agreement, settings, Optional.empty());
    }
}
