// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.NonPrivateMethods;
import io.hedgerow.core.internal.catalogue.SearchSettings;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Interventions;
import io.hedgerow.samples.secure.SecureAggregation;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Everything that decides a run without a budget besides the data.
 *
 * @param method parameters of a method that runs in rounds; empty for the others
 * @param search of a method without rounds
 * @param choosingLags whether the moments of series decide how many lags are used
 * @param named a method that is told its parameters by name, {@link Algorithm#isGivenByNames}; empty for the others
 * @param pairs whether causes may act together, where relations are curves
 * @param sharing what sites tell each other for networks of their own; empty without such networks
 * @param targets which variables were set or changed at which sites
 * @param lacks which columns a site does not have; only sites that lack any
 */
public record LearnSettings(
        Algorithm algorithm,
        Optional<MethodSettings> method,
        SearchSettings search,
        boolean choosingLags,
        Optional<NamedMethod> named,
        boolean pairs,
        Optional<SearchSettings.Sharing> sharing,
        SiteTargets targets,
        Map<SiteId, Set<String>> lacks) {

    private static final String LACKS = "lacks.NAME";
    private static final String UNIT = "unit";

    /** Of sites that have all columns, and of rows that came about as they did. */
    public LearnSettings(
            Algorithm algorithm,
            Optional<MethodSettings> method,
            SearchSettings search,
            boolean choosingLags,
            Optional<NamedMethod> named,
            boolean pairs,
            Optional<SearchSettings.Sharing> sharing) {
        this(algorithm, method, search, choosingLags, named, pairs, sharing, SiteTargets.none(), Map.of());
    }

    public LearnSettings lacking(List<Set<String>> absent) {
        Map<SiteId, Set<String>> some = new TreeMap<>();
        List<SiteId> names = SiteId.numbered(absent.size());
        for (int p = 0; p < names.size(); p++) {
            if (!absent.get(p).isEmpty()) {
                some.put(names.get(p), absent.get(p));
            }
        }
        if (!some.isEmpty() && !takesLacks(algorithm)) {
            throw new IllegalArgumentException("--optional-columns is for "
                    + algorithm.others(LearnSettings::takesLacks)
                    + ", which takes a sum of each group of sites with the same columns; "
                    + algorithm.name() + " needs all columns of all sites: leave the columns out with --drop");
        }
        if (!some.isEmpty() && hasInterventions()) {
            throw new IllegalArgumentException(
                    "--interventions needs all columns of all sites, and some lack columns of"
                            + " --optional-columns: leave one of them out");
        }
        return new LearnSettings(algorithm, method, search, choosingLags, named, pairs, sharing, targets, some);
    }

    private static boolean takesLacks(Algorithm algorithm) {
        return algorithm.method().parameter(LACKS).isPresent();
    }

    public LearnSettings(Algorithm algorithm, Optional<MethodSettings> method, SearchSettings search) {
        this(algorithm, method, search, false, Optional.empty(), true, Optional.empty());
    }

    /** The same where variables were set or changed at some sites. */
    public LearnSettings told(SiteTargets known) {
        return new LearnSettings(algorithm, method, search, choosingLags, named, pairs, sharing, known, lacks);
    }

    /** At most so many rounds; 0 without. */
    public int rounds() {
        return method.map(MethodSettings::rounds)
                .orElseGet(() -> named.map(NamedMethod::rounds).orElse(0));
    }

    /** Whether penalties are for noise variances near 1, so that a unit says what counts as that. */
    public boolean hasUnit() {
        return !algorithm.isPrivate() && !algorithm.isOfPlugin() && algorithm.takes(UNIT);
    }

    /** The same run where another variance counts as 1; of a baseline the rows have to be divided by its root. */
    public LearnSettings inUnit(double variance) {
        Optional<NamedMethod> said = variance == 1 ? named : named.map(of -> of.with(UNIT, Double.toString(variance)));
        return new LearnSettings(
                algorithm,
                method.map(of -> of.withUnit(variance)),
                search,
                choosingLags,
                said,
                pairs,
                sharing,
                targets,
                lacks);
    }

    /** Settings of a search, and what people did. */
    private record Intervened(@JsonUnwrapped SearchSettings search, Map<String, Interventions.Targets> interventions) {}

    public boolean hasInterventions() {
        return !targets.interventions().isNone();
    }

    public Object shown() {
        if (hasInterventions()) {
            return new Intervened(search, targets.interventions().sites());
        }
        return method.<Object>map(settings -> settings)
                .orElseGet(() -> named.<Object>map(NamedMethod::parameters).orElse(search));
    }

    /** Runs. Only {@link Algorithm#needsTruth} uses the known network. */
    public Learned learn(
            List<SiteData> sites,
            Optional<SecureAggregation> masks,
            Optional<WeightMatrix> truth,
            RoundObserver observer)
            throws InterruptedException {
        if (algorithm.baseline().isPresent()) {
            return new Learned(algorithm.baseline().get().learn(sites, search, truth), List.of(), Optional.empty());
        }
        if (algorithm.isPrivate()) {
            throw new IllegalArgumentException("this run has no privacy budget, which " + algorithm.name() + " needs");
        }
        Optional<MaskedSites> masked = masks.map(SecureAggregation::masks);
        if (masks.isPresent()) {
            targets.interventions().requireHidden(targets.sites(), 0);
        }
        UploadProtection uploads =
                masked.<UploadProtection>map(real -> real).orElseGet(UploadProtection::insecurePlain);
        Method run = on(sites.get(0).schema(), sites.size(), uploads);
        return new Learned(
                Learning.of(run, uploads).observedBy(observer).learnFrom(sites),
                List.of(),
                masked.map(real -> masks.get().report(real)));
    }

    private Method on(VariableSchema schema, int sites, UploadProtection uploads) {
        Agreement agreement = Agreement.inProcess("learn", schema, sites, uploads);
        if (named.isPresent()) {
            return named.get().on(agreement, algorithm.catalogue());
        }
        if (algorithm.isGivenByNames()) {
            throw new IllegalStateException(algorithm.name() + " must be told its parameters by name, was not");
        }
        if (algorithm.needsShapes()) {
            // of which it takes as many as it needs
            NamedMethod enough = Method.named(algorithm.name()).withRounds(100 + 4 * schema.size());
            double threshold = search.threshold();
            return (threshold > 0 ? enough.with("threshold", Double.toString(threshold)) : enough).on(agreement);
        }
        if (algorithm.isOfCurves()) {
            return NonPrivateMethods.curves(agreement, search, pairs).inOneProcess();
        }
        return method.map(settings -> NonPrivateMethods.rounds(
                        agreement, algorithm.federated().orElseThrow(), settings))
                .orElseGet(() -> algorithm.isDynamic()
                        ? ofSeries(agreement)
                        : hasInterventions()
                                ? NonPrivateMethods.moments(agreement, search, targets.byId())
                                : NonPrivateMethods.moments(agreement, search, lacks));
    }

    private Method ofSeries(Agreement agreement) {
        return sharing.map(wanted -> NonPrivateMethods.series(agreement, search, choosingLags, wanted))
                .orElseGet(() -> NonPrivateMethods.series(agreement, search, choosingLags));
    }
}
