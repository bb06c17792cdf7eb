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
import io.hedgerow.secureagg.MemoryStores;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.secureagg.internal.coordinator.CoordinatorArchive;
import io.hedgerow.secureagg.internal.key.Ed25519Identity;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.site.SiteConfiguration;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Sites and a coordinator in one process, some of whom are away, forget what they knew, or answer what they like. */
final class TroubledWorld implements Dialogue {

    /** What a site answers to a question, instead of what it would. */
    interface Lie {
        Optional<Payload> answer(Site site, List<Message> question, Supplier<Optional<Payload>> honest);
    }

    /** A site's own numbers in a round: whole ones, other ones for each. */
    interface Values {
        double of(int site, int round, int coefficient);
    }

    final List<Site> sites = new ArrayList<>();
    final Set<Integer> away = new TreeSet<>();
    final List<String> reasons = new ArrayList<>();
    Lie lie = (site, question, honest) -> honest.get();
    Values values = RestartWorld::value;

    private final AggregationPolicy policy;
    private final SummedStudy sums;
    private final Roster roster;
    private final Ed25519Identity coordinator = Ed25519Identity.generate(new SecureRandom());
    private final CoordinatorArchive archive = CoordinatorArchive.inMemory();
    private Instant now = Instant.EPOCH.plus(Duration.ofDays(1));
    private SecureAggregator aggregator;
    private int round;
    private long serial;

    TroubledWorld(AggregationPolicy policy, SummedStudy sums) {
        this.policy = policy;
        this.sums = sums;
        List<Roster.Member> members = new ArrayList<>();
        List<Ed25519Identity> keys = new ArrayList<>();
        for (int i = 0; i < sums.study().sites(); i++) {
            keys.add(Ed25519Identity.generate(new SecureRandom()));
            members.add(new Roster.Member("site-" + i, keys.get(i).publicKey()));
        }
        roster = new Roster(coordinator.publicKey(), members);
        keys.forEach(key -> sites.add(new Site(sites.size(), key)));
        restartCoordinator();
    }

    void restartCoordinator() {
        InstantSource clock = () -> now;
        aggregator = new SecureAggregator(sums, policy, roster, coordinator, clock.withZone(ZoneOffset.UTC), archive);
    }

    /** More than a session lasts. */
    void passADay() {
        now = now.plus(Duration.ofHours(25));
    }

    AggregationReport report() {
        return aggregator.report();
    }

    /**
     * Over whom a round's sum is, which must be right; empty when the study ends without it, or without the
     * coordinator.
     */
    Optional<Set<Integer>> run(int number) throws InterruptedException {
        round = number;
        Task task = task(round);
        earlier(aggregator::begun);
        for (int attempt = 0; attempt < 10; attempt++) {
            try {
                aggregator.prepare(task, this);
                List<ProtectedUpdate> updates = updates(task);
                return Optional.of(requireRight(aggregator.aggregate(round, updates, this)));
            } catch (RepeatRoundException again) {
                reasons.add(again.getMessage());
            } catch (ProtocolException refused) {
                reasons.add(refused.getMessage());
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private Task task(int of) {
        return new Task(sums.study().name(), of, 1, Payload.empty(), Set.of());
    }

    /** What a journal tells again after a restart; who knows it passes over it. */
    private void earlier(Consumer<Task> begun) {
        for (int before = 0; before < round; before++) {
            begun.accept(task(before));
        }
    }

    private List<ProtectedUpdate> updates(Task task) {
        List<ProtectedUpdate> updates = new ArrayList<>();
        for (Site site : sites) {
            try {
                if (!away.contains(site.number)) {
                    ProtectedUpdate update = site.answer(task);
                    aggregator.check(round, update);
                    updates.add(update);
                }
            } catch (ProtocolException refused) {
                reasons.add(refused.getMessage());
            }
        }
        return updates;
    }

    private Set<Integer> requireRight(Aggregate sum) {
        Set<Integer> included = new TreeSet<>();
        sum.included()
                .forEach(site -> included.add(Integer.parseInt(site.value().substring("site-".length()))));
        for (int i = 0; i < sum.sum().size(); i++) {
            int coefficient = i;
            double expected = included.stream()
                    .mapToDouble(site -> values.of(site, round, coefficient))
                    .sum();
            if (expected != sum.sum().get(i)) {
                throw new AssertionError("round " + round + " must have " + expected + ", has "
                        + sum.sum().get(i));
            }
        }
        return included;
    }

    @Override
    public Set<SiteId> sites() {
        Set<SiteId> names = new TreeSet<>();
        sites.forEach(site -> names.add(new SiteId("site-" + site.number)));
        return names;
    }

    @Override
    public Map<SiteId, Payload> ask(Map<SiteId, Payload> questions) {
        Map<SiteId, Payload> answers = new TreeMap<>();
        long number = serial++;
        List<Message> last = new ArrayList<>();
        questions.forEach((name, payload) -> {
            Site site = sites.get(Integer.parseInt(name.value().substring("site-".length())));
            last.clear();
            last.addAll(Envelope.fromCoordinator(payload));
            if (!away.contains(site.number)) {
                CoordinatorMessage.Question question =
                        new CoordinatorMessage.Question(sums.study().name(), round, number, payload);
                try {
                    lie.answer(site, List.copyOf(last), () -> site.protector.answer(question))
                            .ifPresent(answer -> answers.put(name, answer));
                } catch (ProtocolException | IllegalStateException refused) {
                    site.refusals.add(String.valueOf(refused.getMessage()));
                }
            }
        });
        return answers;
    }

    @Override
    public void tell(Map<SiteId, Payload> messages) {
        ask(messages);
    }

    /** A site with a journal of its last update. */
    final class Site {
        final int number;
        final Ed25519Identity identity;
        final List<String> refusals = new ArrayList<>();
        MemoryStores disk = new MemoryStores();
        SecureUpdateProtector protector;
        private Task begun = new Task("none", 0, 1, Payload.empty(), Set.of());
        private Optional<ProtectedUpdate> stored = Optional.empty();

        Site(int number, Ed25519Identity identity) {
            this.number = number;
            this.identity = identity;
            protector = new SecureUpdateProtector(configuration(), sums);
        }

        private SiteConfiguration configuration() {
            return new SiteConfiguration(policy, roster, identity, new ReleaseGuard(disk));
        }

        /** Its directory is gone. */
        void loseMemory() {
            disk = new MemoryStores();
            restart();
        }

        void forgetUpdate() {
            stored = Optional.empty();
        }

        /** It keeps what it must not forget, and no session. */
        void restart() {
            protector = new SecureUpdateProtector(configuration(), sums);
        }

        void sums(SummedStudy other) {
            protector = new SecureUpdateProtector(configuration(), other);
        }

        private ProtectedUpdate answer(Task task) {
            int size = sums.study().layout().size();
            int[] indices = new int[size];
            double[] numbers = new double[size];
            for (int i = 0; i < size; i++) {
                indices[i] = i;
                numbers[i] = values.of(number, task.round(), i);
            }
            SiteId name = new SiteId("site-" + number);
            Update update = new Update(name, task.study(), task.round(), SparseChange.of(indices, numbers));
            earlier(protector::begun);
            if (stored.isPresent() && task.equals(begun)) {
                stored = Optional.of(protector.again(task, update, stored.get()));
            } else {
                protector.admit(task);
                begun = task;
                stored = Optional.of(protector.protect(update));
            }
            return stored.orElseThrow();
        }
    }
}
