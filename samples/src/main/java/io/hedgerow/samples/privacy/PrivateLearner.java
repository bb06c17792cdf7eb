package io.hedgerow.samples.privacy;

import io.hedgerow.core.data.PersonRows;
import io.hedgerow.core.data.RescaledRows;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.round.RoundObserver;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.AccountingMode;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.StudyCap;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.samples.learn.Algorithm;
import io.hedgerow.samples.learn.Learned;
import io.hedgerow.samples.secure.SecureAggregation;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;

/**
 * Runs a private algorithm on sites in one process: counts the units, which are public with replace-one adjacency, charges
 * every site's ledger for the whole run, and only then opens data. With zero-out adjacency nothing is counted: the number
 * is stated.
 */
public final class PrivateLearner {

    /**
     * A site's rows under their name.
     *
     * @param name for messages and ledgers
     * @param rows closed
     */
    public record Source(String name, RowSource rows) {}

    private final List<PrivateRun.Site> sites = new ArrayList<>();
    private final VariableSchema schema;
    private final PrivacyRequest request;
    private final Optional<SitePolicy> policy;
    private final SharedAccounting accounting;
    private final Optional<SecureAggregation> masks;
    private final List<String> calledAlike = new ArrayList<>();

    /**
     * Prepares a run: only units are counted, and with zero-out not even they.
     *
     * @param sources the sites, over the same columns
     * @param request the budget
     * @param policy of all sites; empty to allow what is asked for
     * @param accounting what runs cost
     * @param unit a public number that counts as a noise variance of 1
     */
    public PrivateLearner(
            List<Source> sources,
            PrivacyRequest request,
            Optional<SitePolicy> policy,
            SharedAccounting accounting,
            double unit) {
        this(sources, request, policy, accounting, unit, Optional.empty());
    }

    /**
     * Prepares a run whose uploads may be masked: only units are counted.
     *
     * @param sources the sites, over the same columns
     * @param request the budget
     * @param policy of all sites; empty to allow what is asked for
     * @param accounting what runs cost
     * @param unit a public number that counts as a noise variance of 1
     * @param masks how uploads are masked; empty for plain ones
     */
    public PrivateLearner(
            List<Source> sources,
            PrivacyRequest request,
            Optional<SitePolicy> policy,
            SharedAccounting accounting,
            double unit,
            Optional<SecureAggregation> masks) {
        masks.ifPresent(asked -> asked.requireEnough(sources.size()));
        this.masks = masks;
        this.accounting = accounting;
        this.request = request;
        this.policy = policy;
        policy.ifPresent(given -> requireSame(given, request));
        OptionalLong stated = request.statedUnits();
        Set<String> names = new HashSet<>();
        for (Source source : sources) {
            RowSource rows = request.keyColumn()
                    .<RowSource>map(key -> PersonRows.of(source.rows(), key))
                    .orElse(source.rows());
            long units = stated.orElseGet(
                    () -> request.keyColumn().isPresent() ? InsecureCount.persons(rows) : InsecureCount.rows(rows));
            sites.add(new PrivateRun.Site(source.name(), identity(source.name(), names), inUnits(rows, unit), units));
        }
        this.schema = sites.get(0).rows().schema();
    }

    /** A ledger that is kept for persons must not be charged by a run that protects rows, nor the other way round. */
    private static void requireSame(SitePolicy policy, PrivacyRequest request) {
        if (!policy.unit().equals(request.unit())) {
            throw new PolicyRefusedException("the policy protects " + described(policy.unit())
                    + ", --privacy asks for " + described(request.unit()) + ": say "
                    + (policy.unit() instanceof PrivacyUnit.PersonUnit person
                            ? "unit=" + person.keyColumn()
                            : "no unit"));
        }
        if (policy.adjacency() != request.adjacency()) {
            throw new PolicyRefusedException("the policy says adjacency " + word(policy.adjacency())
                    + ", --privacy asks for " + word(request.adjacency())
                    + (policy.adjacency() == Adjacency.ZERO_OUT ? ": say adjacency=zero-out,n0=N" : ": leave it out"));
        }
    }

    private static String described(PrivacyUnit unit) {
        return unit instanceof PrivacyUnit.PersonUnit person
                ? "persons by column " + person.keyColumn()
                : "single records";
    }

    private static String word(Adjacency adjacency) {
        return adjacency == Adjacency.ZERO_OUT ? "zero-out" : "replace-one";
    }

    private static RowSource inUnits(RowSource rows, double unit) {
        if (unit == 1) {
            return rows;
        }
        double[] deviations = new double[rows.schema().size()];
        Arrays.fill(deviations, Math.sqrt(unit));
        return RescaledRows.of(rows, new double[deviations.length], deviations);
    }

    /** A file is the same data wherever it lies, so its directory does not count, unless two sites' files are called alike. */
    private DatasetIdentity identity(String name, Set<String> taken) {
        String last = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
        boolean free = taken.add(last);
        if (!free && !last.isBlank()) {
            calledAlike.add(last);
        }
        String chosen = last.isBlank() || !free ? name : last;
        taken.add(chosen);
        return new DatasetIdentity(chosen.length() <= 200 ? chosen : chosen.substring(chosen.length() - 200));
    }

    /** Which file would get which ledger would depend on the order of the files, and on which of them take part. */
    private void requireLedgersOfTheirOwn() {
        if (!calledAlike.isEmpty()) {
            throw new IllegalArgumentException(
                    "--ledger keeps one ledger for each file name, whatever the directory: two"
                            + " sites' files are both called " + calledAlike.get(0) + "; rename one of them");
        }
    }

    /**
     * The variables that are learned.
     *
     * @return all columns but a key
     */
    public VariableSchema schema() {
        return schema;
    }

    /**
     * Units of every site.
     *
     * @return rows or persons, in the order of the sites; with zero-out adjacency the stated number
     */
    public List<Long> units() {
        return sites.stream().map(PrivateRun.Site::units).toList();
    }

    /**
     * The budget of the run.
     *
     * @return ε and δ, for every site
     */
    public PrivacyBudget budget() {
        return request.budget(units().stream().mapToLong(Long::longValue).min().orElseThrow());
    }

    /**
     * Runs.
     *
     * @param settings what to run
     * @param ledgers where ledgers are kept; empty to forget them
     * @param observer is told of every round
     * @return the outcome
     * @throws io.hedgerow.core.privacy.PrivacyException when a ledger or a policy refuses; nothing was opened
     * @throws InterruptedException when the calling thread is interrupted
     */
    public Learned run(PrivateSettings settings, Optional<Path> ledgers, RoundObserver observer)
            throws InterruptedException {
        if (ledgers.isPresent()) {
            requireLedgersOfTheirOwn();
        }
        try (SiteLedgers open = new SiteLedgers(
                ledgers, schema, sites.stream().map(this::policyOf).toList(), accounting)) {
            PrivateRun run =
                    new PrivateRun(sites, open, budget(), request.keyColumn().isPresent(), request.adjacency(), masks);
            if (settings.algorithm() == Algorithm.DP_FED_BNSL) {
                GramOptions.requireRecords(request.unit());
            }
            String name = studyName(settings);
            return switch (settings.algorithm()) {
                case DP_FED_SPARSE, DP_FED_SPARSE_LAPLACE ->
                    new PrivateGreedy(run, settings, schema, accounting).learn(name, observer);
                case DP_FED_BNSL -> new PrivateClosedForm(run, settings, schema).learn(name, observer);
                case DP_GRAM -> new PrivateMoments(run, settings, schema).learn(name);
                default ->
                    throw new IllegalArgumentException(
                            "a private run needs an algorithm with a guarantee, was " + settings.algorithm());
            };
        }
    }

    /** Every run is a study of its own: what it releases is new, so it is charged anew. */
    private static String studyName(PrivateSettings settings) {
        String time = DateTimeFormatter.ISO_INSTANT.format(Instant.now()).replaceAll("[^0-9TZ]", "");
        return settings.algorithm().name().toLowerCase(Locale.ROOT).replace('_', '-') + "-" + time + "-"
                + UUID.randomUUID().toString().substring(0, 8);
    }

    /** Without a policy file, asking for masks allows noise that sites share; with one, only the file does. */
    private List<String> allowed() {
        List<String> solvers = new ArrayList<>(SitePolicy.PRIVATE_SOLVERS);
        if (masks.isPresent()) {
            solvers.add("dp-gram-shared-noise");
        }
        return solvers;
    }

    private SitePolicy policyOf(PrivateRun.Site site) {
        return policy.map(given -> new SitePolicy(
                        site.identity(),
                        site.units(),
                        given.unit(),
                        given.adjacency(),
                        given.budget(),
                        given.cap(),
                        given.accounting(),
                        given.minimumCohort(),
                        given.allowedSolvers(),
                        given.clockTolerance()))
                .orElseGet(() -> new SitePolicy(
                        site.identity(),
                        site.units(),
                        request.unit(),
                        request.adjacency(),
                        budget(),
                        new StudyCap(budget()),
                        new AccountingMode.FixedPlan(),
                        1,
                        allowed(),
                        LedgerClock.USUAL_TOLERANCE));
    }
}
