// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.QuotedNames;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.samples.enrol.SignedDocuments;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.RosterDocument;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.node.FilePermissions;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.PlannedAggregation;
import io.hedgerow.transport.study.PlannedAlgorithm;
import io.hedgerow.transport.study.PlannedPrivacy;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Makes everything that separate organisations would make for themselves, in one directory on one machine: an
 * authority, an officer, keys and certificates for a coordinator and its sites, a signed plan and roster, rules,
 * policies and a share of the rows for every site. For trials only; in a real study no two of these are in one place.
 */
public final class LocalStudy {

    private static final String HOST = "127.0.0.1";
    private static final String PLAN = "study.yaml";
    private static final String POLICY = "policy.yaml";

    private final Path directory;
    private final Terms terms;
    private final InstantSource clock;

    /**
     * The terms of the study.
     *
     * @param privacy the promise of the study; empty for none. The column of users is no variable of the plan
     * @param masked whether uploads are masked
     * @param rounds most rounds
     * @param quorum fewest sites of a round; 0 for all of them
     * @param despiteForecast whether a study that is expected to find nothing is signed as wanted nevertheless
     */
    public record Terms(
            String algorithm,
            Map<String, String> parameters,
            Optional<BudgetRequest> privacy,
            boolean masked,
            int rounds,
            int quorum,
            Duration deadline,
            boolean despiteForecast) {

        /** Terms of rows that are made up: the study is wanted whatever it finds. */
        public Terms(
                String algorithm,
                Map<String, String> parameters,
                Optional<BudgetRequest> privacy,
                boolean masked,
                int rounds,
                int quorum,
                Duration deadline) {
            this(algorithm, parameters, privacy, masked, rounds, quorum, deadline, true);
        }
    }

    /** Prepares a directory, which must not hold another study. */
    public LocalStudy(Path directory, Terms terms, InstantSource clock) {
        this.directory = directory;
        this.terms = terms;
        this.clock = clock;
    }

    /** Opens a study that was made before. */
    public static LocalStudy existing(Path directory, InstantSource clock) {
        if (!Files.exists(directory.resolve(PLAN))) {
            throw new IllegalArgumentException(
                    directory + " holds no study to go on with: name the directory of one, or"
                            + " leave --resume out to begin one where nothing is");
        }
        StudyPlan plan = StudyPlan.read(directory.resolve(PLAN));
        LocalStudy study = new LocalStudy(
                directory,
                new Terms(
                        plan.algorithm().id(),
                        plan.algorithm().parameters(),
                        plan.privacy().budget().map(LocalStudy::asked),
                        plan.secureAggregation().isPresent(),
                        plan.rounds(),
                        plan.quorum(),
                        plan.deadline(),
                        plan.despiteForecast()),
                clock);
        // a site's policy is the last of its files
        if (!study.names().stream()
                .allMatch(name -> Files.exists(study.site(name).resolve(POLICY)))) {
            throw new IllegalArgumentException("the study in " + directory
                    + " was stopped while it was made: remove the directory and begin again, without --resume");
        }
        return study;
    }

    /** Whether a study can be made in a directory, which need not exist. */
    public static boolean isEmpty(Path directory) {
        if (!Files.exists(directory)) {
            return true;
        }
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.findAny().isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BudgetRequest asked(PlannedPrivacy.Budget budget) {
        BudgetRequest asked = BudgetRequest.epsilon(budget.epsilon()).withDelta(budget.delta());
        BudgetRequest drawing = budget.otherNoise().map(asked::drawingFrom).orElse(asked);
        return user(budget.unit()).map(drawing::protectingUsers).orElse(drawing);
    }

    static Optional<String> user(PrivacyUnit unit) {
        return unit instanceof PrivacyUnit.UserUnit user ? Optional.of(user.keyColumn()) : Optional.empty();
    }

    private Optional<String> user() {
        return terms.privacy().flatMap(BudgetRequest::keyColumn);
    }

    public List<String> names() {
        return StudyPlan.read(plan()).sites().stream().map(SiteId::value).toList();
    }

    public Terms terms() {
        return terms;
    }

    /** Whether sites get networks of their own, which are files of the sites. */
    static boolean givesOwnNetworks(Map<String, String> parameters) {
        return parameters.containsKey("personal");
    }

    /** The directory of a site's own network; empty where sites have none. */
    public Optional<Path> ownNetwork(String site) {
        return givesOwnNetworks(terms.parameters()) ? Optional.of(site(site).resolve("own")) : Optional.empty();
    }

    public Path plan() {
        return directory.resolve(PLAN);
    }

    public Optional<Path> roster() {
        return terms.masked() ? Optional.of(directory.resolve("roster.yaml")) : Optional.empty();
    }

    public Path coordinator() {
        return directory.resolve("coordinator");
    }

    public Path site(String site) {
        return directory.resolve(site);
    }

    private Path identity(String site) {
        return site(site).resolve("identity");
    }

    /** Makes everything, once it is sure that the plan can be run: where a term is not allowed, nothing is written. */
    public List<String> create(List<RowSource> shares) {
        return create(shares, plan -> {});
    }

    /** The same with a check of the plan before anything is written. */
    public List<String> create(List<RowSource> shares, Consumer<StudyPlan> check) {
        VariableSchema schema = shares.get(0).schema();
        LocalRows columns = new LocalRows(
                schema.size(),
                Optional.ofNullable(terms.parameters().get("realisation"))
                        .map(schema::indexOf)
                        .orElse(-1));
        Map<String, RowSource> rows = new LinkedHashMap<>();
        Map<String, Long> counts = new TreeMap<>();
        for (int p = 0; p < shares.size(); p++) {
            String name = String.format(Locale.ROOT, "site-%d", p + 1);
            rows.put(name, shares.get(p));
            counts.put(name, columns.look(shares.get(p)));
        }
        List<String> names = List.copyOf(rows.keySet());
        StudyPlan usual = plan(names, schema, columns, counts);
        StudyPlan plan =
                terms.despiteForecast() && PlannedMethod.needsWord(usual) ? usual.wantedDespiteForecast() : usual;
        PlannedMethod.requireForecast(plan);
        check.accept(plan);
        try {
            Files.createDirectories(directory);
            make(plan, rows, counts, columns);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return names;
    }

    private void make(StudyPlan plan, Map<String, RowSource> rows, Map<String, Long> counts, LocalRows columns)
            throws IOException {
        LocalAuthority authority = LocalAuthority.init(directory.resolve("authority"), "local-study", clock);
        authority.enrolCoordinator("hub", coordinator(), List.of(HOST, "localhost"));
        LocalAuthority.createSigningKey(coordinator());
        for (Map.Entry<String, RowSource> one : rows.entrySet()) {
            String name = one.getKey();
            FilePermissions.createDirectory(site(name));
            authority.enrolSite(name, identity(name));
            LocalAuthority.createSigningKey(identity(name));
            columns.write(one.getValue(), user(), lacked(name), site(name).resolve("rows.csv"));
        }
        try (SigningKey officer = SigningKey.create(directory.resolve("officer.key"))) {
            Files.writeString(plan(), plan.text());
            SignedDocuments.sign(plan.digest(), directory.resolve("officer.key"), DocumentSignatures.beside(plan()));
            if (terms.masked()) {
                Map<String, Path> identities = new LinkedHashMap<>();
                rows.keySet().forEach(name -> identities.put(name, identity(name)));
                RosterDocument roster = LocalAuthority.roster(coordinator(), identities);
                roster.write(roster().orElseThrow());
                SignedDocuments.sign(
                        roster.digest(),
                        directory.resolve("officer.key"),
                        DocumentSignatures.beside(roster().orElseThrow()));
            }
            for (String name : rows.keySet()) {
                Files.writeString(site(name).resolve("join.yaml"), LocalRules.rules(plan, officer.publicKey()));
                Files.writeString(
                        site(name).resolve(POLICY),
                        LocalRules.policy(name, Objects.requireNonNull(counts.get(name)), plan));
            }
        }
    }

    /** The columns that a site does not have, by the plan's parameter. */
    private Set<String> lacked(String site) {
        return Set.copyOf(QuotedNames.names(terms.parameters().getOrDefault("lacks." + site, "")));
    }

    private StudyPlan plan(List<String> names, VariableSchema schema, LocalRows columns, Map<String, Long> rows) {
        Map<String, String> parameters = new TreeMap<>(terms.parameters());
        if (terms.privacy().isPresent()) {
            String units = user().isPresent() ? "persons." : "rows.";
            rows.forEach((name, count) -> parameters.put(units + name, String.valueOf(count)));
        }
        List<PlannedVariable> variables = new ArrayList<>();
        for (int j = 0; j < schema.size(); j++) {
            variables.add(columns.variable(schema, j));
        }
        int quorum = terms.quorum() == 0 ? names.size() : terms.quorum();
        Optional<PlannedAggregation> masks = terms.masked()
                ? Optional.of(new PlannedAggregation(
                        PlannedAggregation.Mode.MALICIOUS, PlannedAggregation.Suite.HYBRID, OptionalInt.empty(), 3, 0))
                : Optional.empty();
        long fewest = rows.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        PlannedPrivacy privacy = terms.privacy()
                .<PlannedPrivacy>map(asked -> new PlannedPrivacy.Budget(
                        asked.epsilon(),
                        asked.budget(fewest).delta(),
                        asked.unit(),
                        asked.adjacency(),
                        asked.noise().orElse(PrivacyPromise.USUAL_NOISE)))
                .orElseGet(PlannedPrivacy.InsecureNoBudget::new);
        return new StudyPlan(
                "local-" + directory.toAbsolutePath().normalize().getFileName(),
                "hub",
                names.stream().map(SiteId::new).toList(),
                variables,
                PlannedAlgorithm.of(terms.algorithm(), parameters),
                privacy,
                terms.rounds(),
                quorum,
                terms.deadline(),
                Math.min(3, quorum),
                masks,
                0);
    }
}
