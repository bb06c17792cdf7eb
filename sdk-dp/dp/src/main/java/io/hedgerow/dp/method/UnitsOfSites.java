// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.MethodParameters;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.method.settings.SiteUnits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The privacy budget of a study and each site's number of privacy units, rows or users. The plan states the number of
 * units of every site, {@code rows.NAME} or {@code persons.NAME}: with this adjacency these numbers are public.
 *
 * @param budget of the whole study, at every site
 * @param sites the units of every site
 * @param noise the source from which every site draws, by its name
 */
public record UnitsOfSites(PrivacyBudget budget, Map<SiteId, SiteUnits> sites, String noise) {

    private static final String ROWS = "rows.";
    private static final String PERSONS = "persons.";

    /** The parameters with the number of units of a site; a method takes one of them. */
    static final Parameter ROWS_OF_SITE =
            Parameter.count(ROWS + "NAME", "public number of rows of a site").usually("none: every site needs it");

    static final Parameter PERSONS_OF_SITE = Parameter.count(
                    PERSONS + "NAME", "public number of individuals of a site, where they are the unit")
            .usually("none: every site needs it");

    public UnitsOfSites {
        sites = Map.copyOf(sites);
        NoiseSource.lawOf(noise); // refuses a name that no source has
    }

    /** The law of the source of the study, from which the charge follows. */
    NoiseSource.Law law() {
        return NoiseSource.lawOf(noise);
    }

    /** A new noise source for one solver; refuses one that cannot draw, before anything is charged. */
    NoiseSource openNoise() {
        return NoiseSource.byId(noise);
    }

    /** Returns a copy whose δ is reduced by the cost of approximate noise, for a number of draws at a site. */
    UnitsOfSites lessDistance(long draws) {
        return new UnitsOfSites(law().left(budget, draws), sites, noise);
    }

    /**
     * {@return the number of units of a site that a plan makes public; empty without a promise, and with zero-out
     * adjacency, where the number of units is secret}
     *
     * @param terms the terms of the study
     * @param site one of its sites
     */
    public static Optional<SiteUnits> stated(StudyTerms terms, SiteId site) {
        return terms.promise()
                .filter(promised -> promised.adjacency() == Adjacency.REPLACE_ONE)
                .flatMap(promised -> {
                    boolean users = promised.unit() instanceof PrivacyUnit.UserUnit;
                    return Optional.ofNullable(terms.parameters().get((users ? PERSONS : ROWS) + site.value()))
                            .map(count -> new SiteUnits(Long.parseLong(count), users, promised.adjacency()));
                });
    }

    static UnitsOfSites of(StudyTerms terms, MethodParameters parameters) {
        String algorithm = "algorithm " + terms.method();
        PrivacyPromise promised = terms.promise()
                .orElseThrow(() ->
                        new IllegalArgumentException(algorithm + " needs a budget: give the plan a section privacy"));
        if (!parameters.isInOneProcess()) {
            requireReplaceOne(terms);
        }
        boolean users = promised.unit() instanceof PrivacyUnit.UserUnit;
        if (promised.unit() instanceof PrivacyUnit.UserUnit user
                && terms.schema().indexOf(user.keyColumn()) >= 0) {
            throw new IllegalArgumentException("the column of users must be no variable of the plan, was "
                    + user.keyColumn() + ": the variables must leave it out");
        }
        Map<SiteId, SiteUnits> units = new TreeMap<>();
        for (SiteId site : terms.sites()) {
            String name = (users ? PERSONS : ROWS) + site.value();
            if (!parameters.has(name)) {
                throw new IllegalArgumentException(algorithm + " needs the public number of "
                        + (users ? "users" : "rows") + " of every site: parameter " + name + " is missing");
            }
            SiteUnits of = new SiteUnits(parameters.count(name, 1), users, promised.adjacency());
            if (!parameters.isInOneProcess()) { // there the policy of the data set says so, or nothing is charged
                requireSmall(promised, site, of);
            }
            units.put(site, of);
        }
        return new UnitsOfSites(new PrivacyBudget(promised.epsilon(), promised.delta()), units, promised.noise());
    }

    private static void requireSmall(PrivacyPromise promised, SiteId site, SiteUnits units) {
        try {
            SitePolicy.requireSmall(promised.delta(), promised.unit(), units.count());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("site " + site.value() + ": " + Words.reason(e), e);
        }
    }

    /**
     * Refuses an adjacency with which the number of units is secret, which a plan or a release of histograms states.
     */
    static void requireReplaceOne(StudyTerms terms) {
        terms.promise()
                .filter(promised -> promised.adjacency() != Adjacency.REPLACE_ONE)
                .ifPresent(promised -> {
                    throw new IllegalArgumentException("algorithm " + terms.method()
                            + " between processes needs adjacency replace-one, was "
                            + Words.dashed(promised.adjacency()));
                });
    }

    /**
     * Refuses users for a method that bounds what a row contributes, and does not count users.
     *
     * @param method its description
     * @param unit what a run is to protect
     * @throws IllegalArgumentException when users are to be protected and the method protects records only
     */
    public static void requireProtected(MethodDescriptor method, PrivacyUnit unit) {
        if (unit instanceof PrivacyUnit.UserUnit) {
            requireUsers(method, unit.toString());
        }
    }

    private static void requireUsers(MethodDescriptor method, String unit) {
        if (method.parameter(PERSONS_OF_SITE.name()).isEmpty()) {
            throw new IllegalArgumentException(method.name() + " protects single records only, the unit was " + unit
                    + ": use a method that counts individuals, or reduce the data to one row for each of them");
        }
    }

    /** Refuses users that a method does not count. */
    void requireProtectedBy(MethodDescriptor method) {
        if (byUser()) {
            requireUsers(method, "individuals");
        }
    }

    /**
     * Creates the units of sites in order, with the usual noise.
     *
     * @param budget of each of them
     * @param names of the sites
     * @param units of the sites, in the same order
     */
    public static UnitsOfSites of(PrivacyBudget budget, List<SiteId> names, List<SiteUnits> units) {
        return of(budget, names, units, PrivacyPromise.USUAL_NOISE);
    }

    /**
     * Creates the units of sites in order.
     *
     * @param budget of each of them
     * @param names of the sites
     * @param units of the sites, in the same order
     * @param noise the source from which they draw, by its name
     */
    public static UnitsOfSites of(PrivacyBudget budget, List<SiteId> names, List<SiteUnits> units, String noise) {
        Map<SiteId, SiteUnits> sites = new TreeMap<>();
        for (int p = 0; p < names.size(); p++) {
            sites.put(names.get(p), units.get(p));
        }
        return new UnitsOfSites(budget, sites, noise);
    }

    /**
     * Gives a method of the catalogue its budget and the numbers of units that the sites of one process have, with the
     * usual noise.
     *
     * @param named the method
     * @param budget of each site
     * @param unit the unit of privacy
     * @param adjacency the neighbouring relation
     * @param counts units of every site, in the order of {@link SiteId#numbered}
     * @return a copy with a promise and public numbers
     */
    public static NamedMethod tell(
            NamedMethod named, PrivacyBudget budget, PrivacyUnit unit, Adjacency adjacency, List<Long> counts) {
        return tell(named, budget, unit, adjacency, counts, PrivacyPromise.USUAL_NOISE);
    }

    /**
     * Gives a method of the catalogue its budget and the numbers of units that the sites of one process have.
     *
     * @param named the method
     * @param budget of each site
     * @param unit the unit of privacy
     * @param adjacency the neighbouring relation
     * @param counts units of every site, in the order of {@link SiteId#numbered}
     * @param noise the source from which sites draw, by its name
     * @return a copy with a promise and public numbers
     */
    public static NamedMethod tell(
            NamedMethod named,
            PrivacyBudget budget,
            PrivacyUnit unit,
            Adjacency adjacency,
            List<Long> counts,
            String noise) {
        NamedMethod counted =
                named.promising(new PrivacyPromise(budget.epsilon(), budget.delta(), unit, adjacency, noise));
        String prefix = unit instanceof PrivacyUnit.UserUnit ? PERSONS : ROWS;
        List<SiteId> names = SiteId.numbered(counts.size());
        for (int p = 0; p < names.size(); p++) {
            counted = counted.with(prefix + names.get(p).value(), Long.toString(counts.get(p)));
        }
        return counted;
    }

    /** The unit of these sites; users are in a column that is no variable, on whose name no cost depends. */
    private PrivacyUnit unit(VariableSchema schema) {
        if (!byUser()) {
            return new PrivacyUnit.RecordUnit();
        }
        String key = "user";
        while (schema.indexOf(key) >= 0) {
            key += "-";
        }
        return new PrivacyUnit.UserUnit(key);
    }

    private boolean byUser() {
        return sites.values().iterator().next().byUser();
    }

    /** A method of the catalogue with this budget and these numbers of units. */
    NamedMethod told(NamedMethod named, VariableSchema schema) {
        Adjacency adjacency = sites.values().iterator().next().adjacency();
        NamedMethod told =
                named.promising(new PrivacyPromise(budget.epsilon(), budget.delta(), unit(schema), adjacency, noise));
        for (Map.Entry<SiteId, SiteUnits> own : sites.entrySet()) {
            told = told.with(
                    (byUser() ? PERSONS : ROWS) + own.getKey().value(),
                    Long.toString(own.getValue().count()));
        }
        return told;
    }

    Set<SiteUnits> distinct() {
        return Set.copyOf(sites.values());
    }

    SiteUnits of(SiteId site) {
        return ofSite(sites, site);
    }

    /** The entry of one site of a study. */
    static <T> T ofSite(Map<SiteId, T> all, SiteId site) {
        T own = all.get(site);
        if (own == null) {
            throw new IllegalArgumentException("site must be one of the terms, was " + site.value());
        }
        return own;
    }

    /** The number of units of every site. */
    Map<SiteId, Long> counts() {
        Map<SiteId, Long> counts = new TreeMap<>();
        sites.forEach((site, own) -> counts.put(site, own.count()));
        return counts;
    }

    long total() {
        return sites.values().stream().map(SiteUnits::count).reduce(0L, Math::addExact);
    }
}
