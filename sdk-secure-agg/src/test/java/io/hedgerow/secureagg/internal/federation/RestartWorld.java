// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.internal.protocol.RepeatRoundException;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.Study;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive.DecidedCohort;
import io.hedgerow.secureagg.internal.key.Ed25519Identity;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore.ReleaseRecord;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Sites and a coordinator that are killed at chosen moments: before a message arrives, after it was answered, before
 * and after every write to a store. Whoever was killed starts again from what its stores have. Beside them, someone who
 * sees every share that a site ever released, also those that a coordinator lost when it was killed.
 */
final class RestartWorld implements Dialogue {

    /** Who is killed, or what is lost, at a moment. */
    enum Fault {
        COORDINATOR,
        SITE,
        MESSAGE
    }

    private static final class CoordinatorKilled extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class SiteKilled extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final AggregationPolicy policy;
    private final SummedStudy sums;
    private final Map<Integer, Fault> faults;
    private final Roster roster;
    private final Ed25519Identity coordinator = Ed25519Identity.generate(new SecureRandom());
    private final Map<SiteId, Site> sites = new TreeMap<>();
    private final CoordinatorArchive archive = new CoordinatorArchive() {
        private Optional<DecidedCohort> kept = Optional.empty();

        @Override
        public Optional<DecidedCohort> last() {
            return kept;
        }

        @Override
        public void decided(DecidedCohort cohort) {
            write(Fault.COORDINATOR, () -> kept = Optional.of(cohort));
        }
    };
    private final Map<Octets, Set<Integer>> releasedBy = new HashMap<>();
    private final Map<List<Object>, Octets> answers = new HashMap<>();
    private final Map<Octets, List<Integer>> survivorsOf = new HashMap<>();
    private final Map<Octets, Integer> thresholdOf = new HashMap<>();
    private final Map<Octets, Integer> roundOf = new HashMap<>();
    private SecureAggregator aggregator;
    private int moments;
    /** What happens to payloads on the way. */
    UnaryOperator<Payload> line = payload -> payload;

    /** Whether a site that was killed while it computed does so again, as where there is no budget. */
    boolean computesAgain;

    int restarts;
    int round;
    long serial;

    RestartWorld(int n, AggregationPolicy policy, SummedStudy sums, Map<Integer, Fault> faults) {
        this.policy = policy;
        this.sums = sums;
        this.faults = faults;
        List<Roster.Member> members = new ArrayList<>();
        List<Ed25519Identity> keys = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            keys.add(Ed25519Identity.generate(new SecureRandom()));
            members.add(new Roster.Member("site-" + i, keys.get(i).publicKey()));
        }
        roster = new Roster(coordinator.publicKey(), members);
        for (int i = 0; i < n; i++) {
            sites.put(new SiteId("site-" + i), new Site(i, keys.get(i)));
        }
        aggregator = newAggregator();
    }

    List<String> refusals() {
        return sites.values().stream().flatMap(site -> site.refusals.stream()).toList();
    }

    int moments() {
        return moments;
    }

    private SecureAggregator newAggregator() {
        return new SecureAggregator(sums, policy, roster, coordinator, Clock.systemUTC(), archive);
    }

    /** What happens at this moment, if anything. */
    private Optional<Fault> moment() {
        return Optional.ofNullable(faults.get(moments++));
    }

    /** A site's value in a round: whole numbers, other ones for each. */
    static double value(int site, int round, int coefficient) {
        return 1 + 1000 * site + 10 * round + coefficient;
    }

    private static Task task(Study study, int round) {
        return new Task(study.name(), round, 1, Payload.empty(), Set.of());
    }

    /** What a journal tells again after a restart; who knows it passes over it. */
    private void earlier(Consumer<Task> begun) {
        for (int before = 0; before < round; before++) {
            begun.accept(task(sums.study(), before));
        }
    }

    /** One round as a coordinator with a journal runs it: the sum, or empty when the study ends without it. */
    Optional<Aggregate> run(List<String> reasons) throws InterruptedException {
        Task task = task(sums.study(), round);
        for (int attempt = 0; attempt < 10; attempt++) {
            try {
                earlier(aggregator::begun);
                aggregator.prepare(task, this);
                List<ProtectedUpdate> updates = new ArrayList<>();
                sites.values()
                        .forEach(site -> deliver(site, () -> site.answer(task)).ifPresent(update -> {
                            try {
                                ProtectedUpdate arrived = new ProtectedUpdate(
                                        update.site(),
                                        update.study(),
                                        round,
                                        update.protection(),
                                        line.apply(update.payload()));
                                aggregator.check(round, arrived);
                                updates.add(arrived);
                            } catch (ProtocolException refused) {
                                reasons.add(refused.getMessage());
                            }
                        }));
                Aggregate sum = aggregator.aggregate(round, updates, this);
                if (moment().filter(fault -> fault == Fault.COORDINATOR).isPresent()) {
                    // killed before anyone noted the sum
                    throw new CoordinatorKilled();
                }
                return Optional.of(sum);
            } catch (CoordinatorKilled killed) {
                restarts++;
                // one that is started again has all its attempts; faults are finite, so this ends
                attempt = -1;
                aggregator = newAggregator();
            } catch (RepeatRoundException again) {
                reasons.add(again.getMessage());
            } catch (ProtocolException refused) {
                reasons.add(refused.getMessage());
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private interface Handling<T> {
        Optional<T> handle();
    }

    private <T> Optional<T> deliver(Site site, Handling<T> handling) {
        Optional<Fault> before = moment();
        if (before.isPresent()) {
            kill(before.get(), site);
            return Optional.empty();
        }
        Optional<T> answer = Optional.empty();
        try {
            answer = handling.handle();
        } catch (SiteKilled killed) {
            site.restart();
        } catch (ProtocolException | IllegalStateException refused) {
            site.refusals.add(String.valueOf(refused.getMessage()));
        }
        Optional<Fault> after = moment();
        if (after.isPresent()) {
            kill(after.get(), site);
            return Optional.empty();
        }
        return answer;
    }

    private void kill(Fault fault, Site site) {
        if (fault == Fault.COORDINATOR) {
            throw new CoordinatorKilled();
        }
        if (fault == Fault.SITE) {
            site.restart();
        }
    }

    @Override
    public Set<SiteId> sites() {
        return sites.keySet();
    }

    @Override
    public Map<SiteId, Payload> ask(Map<SiteId, Payload> questions) {
        Map<SiteId, Payload> answers = new TreeMap<>();
        long number = serial++;
        questions.forEach((name, payload) -> {
            Site site = sites.get(name);
            CoordinatorMessage.Question question =
                    new CoordinatorMessage.Question(sums.study().name(), round, number, payload);
            for (Message message : Envelope.fromCoordinator(payload)) {
                if (message instanceof SurvivorList list) {
                    survivorsOf.put(list.ctx2(), list.sites());
                    roundOf.put(list.ctx2(), round);
                    thresholdOf.put(list.ctx2(), policy.threshold(sites.size()));
                }
            }
            deliver(site, () -> {
                        Optional<Payload> answer = site.protector.answer(new CoordinatorMessage.Question(
                                question.study(), question.round(), number, line.apply(payload)));
                        answer.ifPresent(bytes -> overhear(site, bytes));
                        return answer;
                    })
                    .ifPresent(payloadOf -> answers.put(name, line.apply(payloadOf)));
        });
        return answers;
    }

    private void overhear(Site site, Payload answer) {
        for (Message message : Envelope.fromSite(answer, site.number)) {
            if (message instanceof UnmaskShares shares) {
                Octets first = answers.putIfAbsent(List.of(shares.ctx2(), site.number), shares.encode());
                if (first != null && !first.equals(shares.encode())) {
                    throw new AssertionError("site " + site.number + " released two different sets of shares");
                }
                releasedBy
                        .computeIfAbsent(shares.ctx2(), any -> new TreeSet<>())
                        .add(site.number);
            }
        }
    }

    @Override
    public void tell(Map<SiteId, Payload> messages) {
        ask(messages);
    }

    /** For each round, over whom sums could be known to whoever has all shares that ever left a site. */
    Map<Integer, Set<Set<Integer>>> revealed() {
        Map<Integer, Set<Set<Integer>>> all = new TreeMap<>();
        releasedBy.forEach((ctx2, by) -> {
            if (by.size() >= thresholdOf.get(ctx2)) {
                all.computeIfAbsent(roundOf.get(ctx2), any -> new HashSet<>())
                        .add(new TreeSet<>(survivorsOf.get(ctx2)));
            }
        });
        return all;
    }

    private void write(Fault victim, Runnable change) {
        boolean before = moment().filter(fault -> fault == victim).isPresent();
        if (!before) {
            change.run();
        }
        if (before || moment().filter(fault -> fault == victim).isPresent()) {
            throw victim == Fault.SITE ? new SiteKilled() : new CoordinatorKilled();
        }
    }

    /**
     * A site with a journal: after a restart it has its last task and update when the update was noted, and never
     * computes it twice.
     */
    private final class Site implements ReleaseStore {
        final int number;
        final Ed25519Identity identity;
        final List<ReleaseRecord> records = new ArrayList<>();
        final List<String> refusals = new ArrayList<>();
        Task begun;
        Update update;
        ProtectedUpdate stored;
        SecureUpdateProtector protector;
        private boolean dead;

        Site(int number, Ed25519Identity identity) {
            this.number = number;
            this.identity = identity;
            protector = open();
        }

        private SecureUpdateProtector open() {
            return new SecureUpdateProtector(
                    new SiteConfiguration(policy, roster, identity, new ReleaseGuard(this)), sums);
        }

        /** What a process would do after it was killed, such as erasing something on its way out, does not happen. */
        private void write(Runnable change) {
            if (dead) {
                throw new SiteKilled();
            }
            try {
                RestartWorld.this.write(Fault.SITE, change);
            } catch (SiteKilled killed) {
                dead = true;
                throw killed;
            }
        }

        void restart() {
            restarts++;
            dead = false;
            protector = open();
        }

        Optional<ProtectedUpdate> answer(Task task) {
            boolean again = task.equals(begun);
            if (again && update == null && !computesAgain) {
                return Optional.empty();
            }
            if (again && update != null) {
                earlier(protector::begun);
                stored = protector.again(task, update, stored);
                return Optional.of(stored);
            }
            earlier(protector::begun);
            protector.admit(task);
            begun = task;
            update = null;
            int size = sums.study().layout().size();
            int[] indices = new int[size];
            double[] values = new double[size];
            for (int i = 0; i < size; i++) {
                indices[i] = i;
                values[i] = value(number, task.round(), i);
            }
            Update made = new Update(
                    new SiteId("site-" + number), task.study(), task.round(), SparseChange.of(indices, values));
            stored = protector.protect(made);
            update = made;
            return Optional.of(stored);
        }

        @Override
        public List<ReleaseRecord> load() {
            return List.copyOf(records);
        }

        @Override
        public void append(ReleaseRecord entry) {
            write(() -> records.add(entry));
        }
    }
}
