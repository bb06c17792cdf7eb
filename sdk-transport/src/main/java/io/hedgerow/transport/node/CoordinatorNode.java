// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.node.internal.MessageSizes;
import io.hedgerow.transport.node.internal.PlanBoundJournal;
import io.hedgerow.transport.node.internal.Witness;
import io.hedgerow.transport.node.internal.coordinator.CoordinatorFiles;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRequests;
import io.hedgerow.transport.node.internal.coordinator.ExclusionRule;
import io.hedgerow.transport.node.internal.coordinator.RecordedSums;
import io.hedgerow.transport.security.SecurityNotice;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs the coordinator of studies between separate processes. It listens for a plan's sites, runs the rounds, and ends
 * in one state with a reason. Started again after a crash it goes on with the round in progress; no site computes or
 * spends anything twice for it. When a file cannot be written, as on a full disk, it stops as in a crash, waits for
 * room, and begins anew in the same way.
 *
 * <p>Privacy: it sees what sites send. With secure aggregation that is sums over sites and nothing else.
 */
public final class CoordinatorNode {

    private static final InetSocketAddress USUAL = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7433);

    /** Time to fetch a backup, when people are there to do it. */
    private static final Duration HOME_WAIT = Duration.ofHours(1);

    private final IdentityDirectory identity;
    private final Path data;
    private final InstantSource clock;
    private InetSocketAddress address = USUAL;
    private Optional<CoordinatorPort> port = Optional.empty();
    private Optional<Duration> patience = Optional.empty();
    private Optional<Duration> startWindow = Optional.empty();
    private Supplier<MessageSigner> signer;
    private Duration homeWait = HOME_WAIT;
    private Consumer<SecurityNotice> notices = notice -> {};

    /**
     * A coordinator that listens at 127.0.0.1:7433.
     *
     * @param identity its keys and certificate
     * @param data where the journals of its studies are
     * @param clock the time
     */
    public CoordinatorNode(IdentityDirectory identity, Path data, InstantSource clock) {
        this.identity = identity;
        this.data = data;
        this.clock = clock;
        this.signer = SigningKey.typed(identity, Passphrase.none());
    }

    /**
     * {@return the coordinator of a directory with {@code identity}, and {@code home}, which is made when it is
     * missing: a coordinator that listens at 127.0.0.1:7433}
     *
     * @param directory of this coordinator alone
     */
    public static CoordinatorNode open(Path directory) {
        return new CoordinatorNode(
                new IdentityDirectory(directory.resolve("identity")),
                directory.resolve("home"),
                InstantSource.system());
    }

    /**
     * Chooses where to listen.
     *
     * @param other port 0 takes a free one
     */
    public CoordinatorNode listeningAt(InetSocketAddress other) {
        address = other;
        return this;
    }

    /**
     * Listens together with other studies. {@link #run} may then be called for several studies at a time, one thread
     * each.
     *
     * @param shared that stays open while they run
     */
    public CoordinatorNode listeningAt(CoordinatorPort shared) {
        port = Optional.of(shared);
        return this;
    }

    /**
     * {@return the most bytes of sites' messages that wait in a coordinator's memory during a study; its sums come on
     * top, which are as large as one message each}
     *
     * @param plan of the study
     */
    public static long mostWaiting(SignedPlan plan) {
        return MessageSizes.mostWaiting(plan.plan(), plan.method());
    }

    /**
     * {@return whether all sites of a study that has ended have heard its end, so that they need not find it again}
     *
     * @param plan of the study
     */
    public boolean isTold(SignedPlan plan) {
        return files(plan).isTold();
    }

    /**
     * Chooses how long to wait when a file cannot be written. It is the plan's deadline otherwise.
     *
     * @param longest until the run gives up; &gt; 0
     */
    public CoordinatorNode withPatience(Duration longest) {
        patience = Optional.of(longest);
        return this;
    }

    /**
     * Chooses how long a study that has not begun waits for all sites to connect, before its first round begins with
     * its own deadline. It is the plan's deadline otherwise.
     *
     * @param longest until it begins with the sites that are there; 0 begins at once
     */
    public CoordinatorNode withStartWindow(Duration longest) {
        if (longest.isNegative()) {
            throw new IllegalArgumentException("the start window must be 0 or more, was " + longest);
        }
        startWindow = Optional.of(longest);
        return this;
    }

    /**
     * Opens the coordinator's signing key, which is used in studies with secure aggregation, by a passphrase.
     *
     * @param asked for the passphrase where the key is under one, again after a full disk; the array is erased when it
     *     was used
     */
    public CoordinatorNode withPassphrase(Supplier<char[]> asked) {
        signer = SigningKey.typed(identity, asked);
        return this;
    }

    /**
     * Signs with a key that is kept elsewhere than in the identity directory, in studies with secure aggregation.
     *
     * @param kept the key; stays open
     */
    public CoordinatorNode withSigner(MessageSigner kept) {
        signer = () -> kept;
        return this;
    }

    /**
     * Tells what concerns security.
     *
     * @param told takes notices in the threads of the study and of connections: it must return at once, as
     *     {@link io.hedgerow.transport.security.SecurityNotices} does; what it throws is dropped
     */
    public CoordinatorNode withSecurityNotices(Consumer<SecurityNotice> told) {
        notices = told;
        return this;
    }

    /**
     * Chooses how long a study waits for the newest home of a site that it cannot go on without, when that home was
     * lost or an older copy was put back. It is an hour otherwise. The study may end earlier, as it does without any
     * site that is absent. The time begins when the site was refused, and again when this coordinator is started again.
     *
     * @param longest until the study ends; 0 or more
     */
    public CoordinatorNode withHomeWait(Duration longest) {
        if (longest.isNegative()) {
            throw new IllegalArgumentException("the wait for a home must be 0 or more, was " + longest);
        }
        homeWait = longest;
        return this;
    }

    /**
     * Asks the coordinator that runs with the same data directory to go on without a site. It does so in the round that
     * waits, and says so to the site; its journal remembers.
     *
     * @param plan of the study
     * @param site to be excluded
     * @param longest to wait for the coordinator; the request waits longer, for its next start
     * @return whether the study goes on without the site; false when no coordinator has decided yet
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when plan or protocol do not allow it, with the reason
     * @throws InterruptedException when the thread is interrupted
     */
    public boolean exclude(SignedPlan plan, SiteId site, Duration longest) throws InterruptedException {
        // whether a sum is being opened is in the coordinator's own answer
        ExclusionRule rule = ExclusionRule.of(
                plan.plan(), plan.method(), plan.masks(), () -> false, files(plan)::hasCharged, PlannedMethod.trial());
        return new ExclusionRequests(data, plan.plan().name()).exclude(site, longest, rule, hasBegun(plan));
    }

    /**
     * {@return whether there is a journal of a plan's study with which to go on}
     *
     * @param plan of the study
     */
    public boolean hasBegun(SignedPlan plan) {
        return files(plan).hasJournal();
    }

    /**
     * {@return whether sites may have paid for a study at this coordinator, so that it must not be given up because a
     * file of it cannot be read now; also true where the data directory cannot be looked into}
     *
     * @param study its name, for a study whose plan cannot be read
     */
    public boolean mayHaveBegun(String study) {
        return new CoordinatorFiles(data, study).mayHaveBegun();
    }

    private CoordinatorFiles files(SignedPlan plan) {
        return new CoordinatorFiles(data, plan.plan().name());
    }

    /**
     * Runs a study to its end.
     *
     * @param plan with its signatures, and its roster where it has secure aggregation
     * @param watch is told what happens
     * @return how it ended
     * @throws InterruptedException when the thread is interrupted
     * @throws UnwritableFileException when a file could not be written for as long as the patience
     */
    public Finished run(SignedPlan plan, Watch watch) throws InterruptedException {
        Witness witness = new Witness(
                notices,
                SecurityNotice.Role.COORDINATOR,
                plan.plan().coordinator(),
                plan.plan().name(),
                clock);
        return new CoordinatorRun(plan, witness, identity, signer, data, clock, patience, startWindow, homeWait)
                .run(address, port, watch);
    }

    /**
     * Learns from the release of a private look that this coordinator ran. It computes from the sums in the journal of
     * the look and from nothing else: no site is asked, no message is sent, nothing is recorded and no budget is spent.
     * The release is that of the look's own plan; the journal must be of it and have all its sums.
     *
     * @param look its plan
     * @param search parameters of {@code dp-gram} that decide about the search alone: {@code threshold},
     *     {@code hidden-causes}, {@code required}, {@code forbidden}, {@code tiers}
     * @throws IllegalArgumentException when the plan is of no private look, or a parameter is one of the release
     * @throws io.hedgerow.core.federation.JournalException when the look has not ended with its release, or the journal
     *     is of another plan, in use or damaged
     * @throws InterruptedException when the thread is interrupted
     */
    public Finished learn(SignedPlan look, Map<String, String> search) throws InterruptedException {
        Method method = MethodCatalogue.ofModules().afterLook(look.plan().terms(), search);
        Path file = files(look).journal();
        if (!hasBegun(look)) {
            throw new IllegalArgumentException("study " + look.plan().name() + " has not begun in " + data
                    + ": give the --data of the coordinator that ran the look");
        }
        try (FileJournal<CoordinatorRecord> journal = FileJournal.ofCoordinator(file)) {
            RecordedSums sums =
                    new RecordedSums(look.plan().name(), new PlanBoundJournal<>(journal, file, look.plan()));
            return new Finished(sums.of(method), List.of(), Optional.empty());
        }
    }

    /** Observes the progress of a coordinator and its sites. Only {@link #listening} has to be there. */
    public interface Watch {

        /**
         * The coordinator listens.
         *
         * @param port where
         * @param links the sites' connections, at any time
         */
        void listening(int port, Supplier<List<SiteLink>> links);

        /**
         * The first round waits for all sites to connect.
         *
         * @param until when it begins without those that are missing
         */
        default void awaitingSites(Instant until) {}

        /**
         * A site came or went, or could not come.
         *
         * @param link its connection, with what hinders it
         */
        default void changed(SiteLink link) {}

        /**
         * A site said that it cannot answer. Why a site cannot come is said by {@link #changed}.
         *
         * @param why and what helps
         */
        default void hindered(Hindrance why) {}

        /**
         * The study waits for sites that are not connected or have not answered for long, or waits no longer.
         *
         * @param sites all that it waits for now; {@link Hindrance.Kind#AWAY} or {@link Hindrance.Kind#LATE}
         */
        default void awaited(List<Hindrance> sites) {}

        /**
         * A certificate or the list of revoked ones ends within 30 days or before the study may have to, or has ended.
         *
         * @param text for people, who are told every day
         */
        default void expires(String text) {}

        /**
         * The ends of the coordinator's certificate, of the authority's, and of the list of revoked ones, each minute.
         *
         * @param ends by {@code certificate}, {@code authority} and {@code revocations}
         * @param near those of which {@link #expires} tells, for people
         */
        default void credentials(Map<String, Instant> ends, List<String> near) {}

        /**
         * {@return the observer of every round that ends, also of rounds before a restart of the process; it ignores
         * rounds unless overridden}
         */
        default RoundObserver rounds() {
            return (report, consensus) -> {};
        }

        /**
         * Sees what passes.
         *
         * @param channel to the sites
         * @return the same, or one around it
         */
        default CoordinatorChannel around(CoordinatorChannel channel) {
            return channel;
        }

        /**
         * A file cannot be written. The sites are disconnected until there is room.
         *
         * @param failure the file and the reason
         */
        default void waiting(UnwritableFileException failure) {}

        /**
         * The study has ended; its sites may not have heard of it yet.
         *
         * @param ended how
         */
        default void ended(Method.Ended ended) {}
    }

    /**
     * The outcome of a study and its network traffic.
     *
     * @param ended how
     * @param links the sites' connections at the end
     * @param masks what secure aggregation did; empty without it
     */
    public record Finished(Method.Ended ended, List<SiteLink> links, Optional<AggregationReport> masks) {

        /** {@return the network, or empty without a result} */
        public Optional<WeightMatrix> network() {
            return ended.network();
        }
    }
}
