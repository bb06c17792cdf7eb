// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.BudgetRange;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.solver.PlannedSolver;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The limits that a site's data steward sets, whatever a coordinator requests. Read from a small YAML file in which
 * every key is known and every value checked. Immutable.
 *
 * @param terms what never changes of the data set's budget
 * @param cap the most that one study may take
 * @param minimumCohort the least number of sites in a study; at least 1
 * @param allowedSolvers the solvers that may compute on the data; at least one. A file may name methods as plans do
 * @param clockTolerance how far the clock may be behind the ledger's last record
 * @param anchors whether the ledger's last hash must be kept outside of its directory
 * @param noiseSources the noise sources from which solvers may draw, by name; at least one. A run that names none takes
 *     the first
 */
public record SitePolicy(
        PolicyTerms terms,
        StudyCap cap,
        int minimumCohort,
        List<String> allowedSolvers,
        Duration clockTolerance,
        Anchors anchors,
        List<String> noiseSources) {

    /** The rule whether a run must show the last hash of its ledger, kept outside of the ledger's directory. */
    public enum Anchors {
        /** An anchor is checked where one is given, and not required. */
        OFF,
        /** An anchor is checked where one was ever given, and a run that cannot find it reports that. */
        WARN,
        /** A run without an anchor is refused before anything is opened. */
        REQUIRE
    }

    /**
     * The least number of sites of a study unless a policy says otherwise: in the sum of two sites each knows the
     * other's part.
     */
    public static final int USUAL_COHORT = 3;

    /**
     * The solvers of this module whose updates are private by themselves. {@code dp-gram-shared-noise},
     * {@code dp-dynamic-gram-shared-noise}, {@code dp-feature-gram-shared-noise} and {@code dp-scale-shared-noise} are
     * not among them: they rely on other sites' noise, and a policy must allow them by name.
     */
    public static final List<String> PRIVATE_SOLVERS = List.of(
            "dp-pgcd", "dp-pgcd-laplace", "dp-gram", "dp-dynamic-gram", "dp-feature-gram", "dp-scale", "dp-fed-bnsl");

    /** The largest δ where users are protected, whose number a policy does not state: 1/n² for n = 10. */
    public static final double LARGEST_DELTA_OF_USERS = 0.01;

    static final List<String> KEYS = List.of(
            "dataset",
            "unit",
            "adjacency",
            "budget",
            "perStudy",
            "undeclaredDelta",
            "accounting",
            "minimumCohort",
            "allowedSolvers",
            "clockToleranceMinutes",
            "anchors",
            "noise");

    public SitePolicy {
        Objects.requireNonNull(terms, "terms");
        Objects.requireNonNull(anchors, "anchors");
        Objects.requireNonNull(cap, "cap");
        Objects.requireNonNull(clockTolerance, "clockTolerance");
        allowedSolvers = List.copyOf(allowedSolvers);
        noiseSources = List.copyOf(noiseSources);
        if (noiseSources.isEmpty()) {
            throw new IllegalArgumentException("noiseSources must hold at least one name, was empty");
        }
        if (minimumCohort < 1) {
            throw new IllegalArgumentException("minimumCohort must be at least 1, was " + minimumCohort);
        }
    }

    /**
     * Creates a policy that checks an anchor where one was ever given, and allows the usual noise.
     *
     * @param terms what never changes of the data set's budget
     * @param cap the most that one study may take
     * @param minimumCohort the least number of sites in a study; at least 1
     * @param allowedSolvers the solvers that may compute on the data; at least one
     * @param clockTolerance how far the clock may be behind the ledger's last record
     */
    public SitePolicy(
            PolicyTerms terms, StudyCap cap, int minimumCohort, List<String> allowedSolvers, Duration clockTolerance) {
        this(
                terms,
                cap,
                minimumCohort,
                allowedSolvers,
                clockTolerance,
                Anchors.WARN,
                List.of(PrivacyPromise.USUAL_NOISE));
    }

    /**
     * Refuses a δ that promises nothing: publishing one row of n, drawn at random, is (0, 1/n)-differentially private.
     *
     * @param delta of a budget
     * @param unit the unit of privacy
     * @param rows n of the data set; not used where users are protected
     * @throws IllegalArgumentException when δ is 1/n or more, or above {@link #LARGEST_DELTA_OF_USERS}
     */
    public static void requireSmall(double delta, PrivacyUnit unit, long rows) {
        if (unit instanceof PrivacyUnit.UserUnit && !(delta <= LARGEST_DELTA_OF_USERS)) {
            throw new IllegalArgumentException("the budget's delta must be at most " + LARGEST_DELTA_OF_USERS
                    + " where users are protected, and should be below 1/users, was " + delta);
        }
        if (unit instanceof PrivacyUnit.RecordUnit && !(delta * rows < 1)) {
            throw new IllegalArgumentException("the budget's delta must be below 1/rows = "
                    + new BigDecimal(1.0 / rows).round(new MathContext(3)) + ", was " + delta
                    + ": a delta of 1/rows allows to publish a row as it is; 1/rows^2 is usual");
        }
    }

    /**
     * Reads a policy file.
     *
     * @param file YAML in UTF-8, at most 64 KiB
     * @throws DataException when it cannot be read or is not a policy; one line with file, line, key, value and what is
     *     allowed
     */
    public static SitePolicy read(Path file) {
        return PolicyReader.read(file, Optional.empty());
    }

    /**
     * Reads a policy that may be shared by several data sets and then names none.
     *
     * @param file YAML
     * @param dataset the data set, unless the file says otherwise
     * @param rows public number of rows, unless the file says otherwise
     * @throws io.hedgerow.core.data.DataException names file, line, key, value and what is allowed
     */
    public static SitePolicy read(Path file, DatasetIdentity dataset, long rows) {
        return PolicyReader.read(file, Optional.of(new PolicyReader.Fallback(dataset, rows)));
    }

    /**
     * {@return the terms of a ledger under this policy}
     *
     * @param schema the data set's columns
     */
    public LedgerTerms terms(VariableSchema schema) {
        return new LedgerTerms(
                dataset(), LedgerTerms.Fingerprint.of(schema, rows()), unit(), adjacency(), budget(), accounting());
    }

    /** {@return the name under which the data set's budget is kept} */
    public DatasetIdentity dataset() {
        return terms.dataset();
    }

    /** {@return the data set's public row count} */
    public long rows() {
        return terms.rows();
    }

    /** {@return the unit of privacy} */
    public PrivacyUnit unit() {
        return terms.unit();
    }

    /** {@return the neighbouring relation} */
    public Adjacency adjacency() {
        return terms.adjacency();
    }

    /** {@return (ε, δ) of everything together, permanently} */
    public PrivacyBudget budget() {
        return terms.budget();
    }

    /** {@return how events add up} */
    public AccountingMode accounting() {
        return terms.accounting();
    }

    /**
     * Checks that the policy allows a study, and that the solver's events bound the contribution of the policy's unit.
     * Touches no data and records nothing.
     *
     * @param study the agreed study
     * @param solver the solver that would compute; one that does not state its unit is refused
     * @throws PolicyRefusedException when the solver is not allowed, protects another unit than the policy promises, or
     *     the study has too few sites
     */
    public void requireAllowed(Study study, LocalSolver solver) {
        DatasetIdentity dataset = dataset();
        PrivacyUnit unit = unit();
        String name = solver.id(); // once: a solver might answer otherwise the next time
        if (!allowedSolvers.contains(name)) {
            throw new PolicyRefusedException("the policy of dataset " + dataset.value() + " allows the solvers "
                    + String.join(", ", allowedSolvers) + ", study " + study.name() + " asks for " + name
                    + ": use one of these, or let the data steward add it to allowedSolvers");
        }
        if (PlannedSolver.borrowsName(name, solver)) {
            throw new PolicyRefusedException("solver " + name + " of study " + study.name()
                    + " has the name of a solver of the SDK, and is "
                    + solver.getClass().getName()
                    + ": give it a name of its own, which the data steward may add to allowedSolvers");
        }
        if (study.sites() < minimumCohort) {
            throw new PolicyRefusedException("the policy of dataset " + dataset.value()
                    + " requires studies of at least " + minimumCohort + " sites, study " + study.name() + " has "
                    + study.sites());
        }
        if (!(solver instanceof PlannedSolver planned)) {
            throw new PolicyRefusedException(
                    "the policy of dataset " + dataset.value() + " protects " + LedgerTerms.words(unit) + ", solver "
                            + name + " does not state its unit of privacy: it must be a PlannedSolver");
        }
        if (planned.protectsUsers() != unit instanceof PrivacyUnit.UserUnit) {
            throw new PolicyRefusedException("the policy of dataset " + dataset.value() + " protects "
                    + LedgerTerms.words(unit) + ", solver " + name + " protects "
                    + (planned.protectsUsers() ? "users" : "single records"));
        }
        requireImplied(planned.adjacency(), "solver " + name + " has");
        requireNoise(planned.noiseSource(), "solver " + name);
    }

    /**
     * Checks that a promise made elsewhere, such as in a signed plan, is at least the promise of this policy.
     *
     * @param promised the unit of privacy there
     * @param relation the neighbouring relation there
     * @throws PolicyRefusedException when the unit is another one, or the relation does not imply the policy's
     */
    public void requirePromised(PrivacyUnit promised, Adjacency relation) {
        PrivacyUnit unit = unit();
        if (!unit.equals(promised)) {
            throw new PolicyRefusedException(
                    "the policy of dataset " + dataset().value() + " protects " + LedgerTerms.words(unit)
                            + ", the plan protects " + LedgerTerms.words(promised)
                            + ": a budget for the one cannot be spent on the other");
        }
        requireImplied(relation, "the plan has");
    }

    /**
     * Checks that the policy allows a noise source.
     *
     * @param noise its name
     * @param who draws from it, for the message
     * @throws PolicyRefusedException when it is not among {@link #noiseSources}
     */
    public void requireNoise(String noise, String who) {
        if (!noiseSources.contains(noise)) {
            throw new PolicyRefusedException(
                    "the policy of dataset " + dataset().value() + " allows noise of "
                            + String.join(", ", noiseSources) + ", " + who + " draws from " + noise
                            + ": use one of these, or let the data steward add it as noise: " + noise);
        }
    }

    /**
     * Checks the adjacency. Zeros are one of the values by which replace-one replaces a unit's data, so its events hold
     * for zero-out as well.
     */
    private void requireImplied(Adjacency given, String who) {
        Adjacency adjacency = adjacency();
        if (given != adjacency && given != Adjacency.REPLACE_ONE) {
            throw new PolicyRefusedException(
                    "the policy of dataset " + dataset().value() + " has adjacency " + LedgerTerms.words(adjacency)
                            + ", " + who + " " + LedgerTerms.words(given) + ", which promises less");
        }
    }

    /**
     * The part of a ledger's budget that one study may take: a site's own limit in addition to the total; unlike the
     * total it may change, and a change is recorded.
     *
     * @param perStudy (ε, δ) of one study
     * @param undeclaredDelta δ at which a reservation that belongs to no declared plan is charged in mode fixed-plan,
     *     unless it has no Gaussian part and so needs no δ; at least 0 and at most the study's δ
     */
    public record StudyCap(PrivacyBudget perStudy, double undeclaredDelta) {
        public StudyCap {
            Objects.requireNonNull(perStudy, "perStudy");
            BudgetRange.requireEpsilon(perStudy.epsilon());
            if (!(undeclaredDelta >= 0 && undeclaredDelta <= perStudy.delta())) {
                throw new IllegalArgumentException("undeclaredDelta must be at least 0 and at most the study's delta "
                        + perStudy.delta() + ", was " + undeclaredDelta);
            }
        }

        /**
         * Creates a cap under which one undeclared reservation may take the study's whole δ.
         *
         * @param perStudy (ε, δ) of one study
         */
        public StudyCap(PrivacyBudget perStudy) {
            this(perStudy, perStudy.delta());
        }

        /**
         * The δ of a reservation outside of plans: Gaussian noise, and noise that is only near its law, have no finite
         * ε without one; other noise needs none.
         */
        double undeclaredDelta(MechanismEvent event) {
            return needsDelta(event) ? undeclaredDelta : 0;
        }

        private static boolean needsDelta(MechanismEvent event) {
            return event instanceof MechanismEvent.Gaussian
                    || event instanceof MechanismEvent.Distance
                    || (event instanceof MechanismEvent.Sequence sequence
                            && sequence.steps().stream().anyMatch(StudyCap::needsDelta));
        }
    }
}
