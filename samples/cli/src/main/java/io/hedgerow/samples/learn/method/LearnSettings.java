// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.method;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.catalogue.Baseline;
import io.hedgerow.core.internal.catalogue.SearchSettings;
import io.hedgerow.core.internal.catalogue.SiteColumns;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.search.Interventions;
import io.hedgerow.samples.secure.SecureAggregation;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings that determine a run without a privacy budget.
 *
 * @param algorithm the method or baseline that is run
 * @param named its parameters by their names, as a plan would say them
 * @param targets which variables were set or changed, at sites as people know them
 */
public record LearnSettings(Algorithm algorithm, NamedMethod named, SiteTargets targets) {

    private static final String UNIT = "unit";
    private static final String OWN_UNITS = "own-units";
    private static final String INTERVENTIONS = "interventions";
    private static final String MISSING = "missing";

    /** Of rows that came about as they did. */
    public LearnSettings(Algorithm algorithm, NamedMethod named) {
        this(algorithm, named, SiteTargets.none());
    }

    /** The same with a parameter. */
    private LearnSettings with(String parameter, Object value) {
        return new LearnSettings(algorithm, named.with(parameter, value.toString()), targets);
    }

    /**
     * The same where sites do not have some columns.
     *
     * @param parameters that say which, empty where all sites have all columns
     */
    public LearnSettings lacking(Map<String, String> parameters) {
        if (parameters.isEmpty()) {
            return this;
        }
        if (!takesLacks(algorithm)) {
            throw new IllegalArgumentException("--optional-columns is for "
                    + algorithm.others(LearnSettings::takesLacks)
                    + ", which takes a sum of each group of sites with the same columns; "
                    + algorithm.name() + " needs all columns of all sites: leave the columns out with --drop");
        }
        if (hasInterventions()) {
            throw new IllegalArgumentException(
                    "--interventions needs all columns of all sites, and some lack columns of"
                            + " --optional-columns: leave one of them out");
        }
        NamedMethod lacking = named;
        for (Map.Entry<String, String> site : parameters.entrySet()) {
            lacking = lacking.with(site.getKey(), site.getValue());
        }
        return new LearnSettings(algorithm, lacking, targets);
    }

    private static boolean takesLacks(Algorithm algorithm) {
        return algorithm.method().parameter(SiteColumns.LACKS + "NAME").isPresent();
    }

    /** The same where rows have missing cells. */
    public LearnSettings usingMissing() {
        if (!takesMissing(algorithm)) {
            throw new IllegalArgumentException("--missing use is for " + algorithm.others(LearnSettings::takesMissing)
                    + ", which uses the other cells of a row; " + algorithm.name()
                    + " needs whole rows: say --missing skip-row, which leaves rows out");
        }
        return with(MISSING, "use");
    }

    private static boolean takesMissing(Algorithm algorithm) {
        return algorithm.takes(MISSING);
    }

    /** Whether rows may have missing cells. */
    public boolean usesMissing() {
        return named.parameters().containsKey(MISSING);
    }

    /** Whether rows of such columns could have missing cells, with all other settings as they are. */
    public boolean canUseMissing(VariableSchema schema, int sites) {
        try {
            return takesMissing(algorithm) && usingMissing().shown(schema, sites) != null;
        } catch (IllegalArgumentException e) {
            return false; // another setting, or a column, needs whole rows
        }
    }

    /** The same where variables were set or changed at some sites. */
    public LearnSettings told(SiteTargets known) {
        NamedMethod told = known.interventions().isNone()
                ? named
                : named.with(INTERVENTIONS, known.byId().text());
        return new LearnSettings(algorithm, told, known);
    }

    /** At most so many rounds; 0 of a method without rounds towards a consensus. */
    public int rounds() {
        return algorithm.has(MethodTrait.ROUNDS) ? named.rounds() : 0;
    }

    /** Whether penalties are for noise variances near 1, so that a unit says what counts as that. */
    public boolean hasUnit() {
        return !algorithm.has(MethodTrait.PROMISE) && !algorithm.isOfPlugin() && algorithm.takes(UNIT);
    }

    /** The same run where another variance counts as 1; of a baseline the rows have to be divided by its root. */
    public LearnSettings inUnit(double variance) {
        return variance == 1 || algorithm.baseline().isPresent() ? this : with(UNIT, variance);
    }

    /**
     * The same for columns without a common unit, of a method that can do without the assumption that they have one.
     */
    public LearnSettings inOwnUnits() {
        return algorithm.method().parameter(OWN_UNITS).isPresent() ? with(OWN_UNITS, true) : this;
    }

    /** Whether the shape of noises is to direct edges. */
    public boolean directsByNoise() {
        return named.parameters().containsKey("orient");
    }

    public boolean hasInterventions() {
        return named.parameters().containsKey(INTERVENTIONS);
    }

    /** The settings of a search together with known interventions. */
    private record Intervened(@JsonUnwrapped Object search, Map<String, Interventions.Targets> interventions) {}

    /** The settings of a run over such columns, for its report; refuses parameters that make no run. */
    public Object shown(VariableSchema schema, int sites) {
        Optional<? extends Record> all = algorithm.baseline().isPresent()
                ? algorithm.baseline().map(baseline -> requireFits(baseline.settings(named), schema))
                : on(schema, sites, UploadProtection.insecurePlain()).shownSettings();
        // a plugin may be one of ours with parameters of its own
        Object settings = algorithm.isOfPlugin() || all.isEmpty() ? named.parameters() : all.get();
        return targets.interventions().isNone()
                ? settings
                : new Intervened(settings, targets.interventions().sites());
    }

    private static SearchSettings requireFits(SearchSettings settings, VariableSchema schema) {
        settings.known().requireFits(schema);
        return settings;
    }

    /** Runs. Only {@link MethodTrait#TRUTH} uses the known network. */
    public Learned learn(
            List<SiteData> sites,
            Optional<SecureAggregation> masks,
            Optional<WeightMatrix> truth,
            RoundObserver observer)
            throws InterruptedException {
        if (algorithm.baseline().isPresent()) {
            Baseline baseline = algorithm.baseline().get();
            return new Learned(baseline.learn(sites, baseline.settings(named), truth), List.of(), Optional.empty());
        }
        if (algorithm.has(MethodTrait.PROMISE)) {
            throw new IllegalArgumentException("this run has no privacy budget, which " + algorithm.name() + " needs");
        }
        Optional<MaskedSites> masked = masks.map(SecureAggregation::masks);
        if (masks.isPresent()) {
            targets.interventions().requireHidden(targets.sites(), 0);
        }
        UploadProtection uploads =
                masked.<UploadProtection>map(real -> real).orElseGet(UploadProtection::insecurePlain);
        return new Learned(
                Learning.of(on(sites.get(0).schema(), sites.size(), uploads), uploads)
                        .observedBy(observer)
                        .learnFrom(sites),
                List.of(),
                masked.map(real -> masks.get().report(real)));
    }

    private Method on(VariableSchema schema, int sites, UploadProtection uploads) {
        return named.inOneProcess(Agreement.inProcess("learn", schema, sites, uploads), algorithm.catalogue());
    }
}
