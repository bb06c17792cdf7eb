// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.internal.WatchedRows;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.protocol.DamagedJournalException;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.dp.ledger.LedgerTamperedException;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.LoggedSiteChannel;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.egress.SecurityLog;
import io.hedgerow.transport.internal.grpc.site.Absence;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.identity.RevocationDemand;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.node.internal.PlanBoundJournal;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.node.internal.Witness;
import io.hedgerow.transport.node.internal.site.BoundedRows;
import io.hedgerow.transport.node.internal.site.CheckedSiteChannel;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.node.internal.site.Notices;
import io.hedgerow.transport.node.internal.site.PersonalNetwork;
import io.hedgerow.transport.node.internal.site.Rejoining;
import io.hedgerow.transport.node.internal.site.Turns;
import io.hedgerow.transport.node.internal.site.Unanswered;
import io.hedgerow.transport.node.internal.site.UnusableCells;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import io.hedgerow.transport.security.SecurityNotice.Role;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.SiteRules.PlanRefusal;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A site in a study: refuses what its rules forbid before anything is opened, asks the coordinator whether it is
 * welcome, and answers until the study ends. Its ledger is charged for the whole study before the first computation,
 * and not before all sites that it needs are there. Started again after a crash it goes on where it was; without the
 * journal that it had it does not begin again in a study whose first round is over.
 */
public final class Membership implements AutoCloseable {

    private final Site site;
    private final HomeFiles files;
    private final SiteRules rules;
    private final SignedPlan signed;
    private final RowSource rows;
    private final Witness witness;
    private final InetSocketAddress coordinator;
    private final Method method;
    private final Optional<PlannedMasks> masks;
    private boolean personalised;
    private ReconnectPolicy reconnect = ReconnectPolicy.standard();
    private Optional<HttpProxy> proxy = Optional.empty();
    private Supplier<MessageSigner> signer;
    private @Nullable Thread running;
    private boolean closed;

    /** Reads the site's rules and the plan's meaning for this site. Opens nothing else. */
    Membership(
            Site site,
            SignedPlan signed,
            RowSource rows,
            InetSocketAddress coordinator,
            HomeFiles files,
            Consumer<SecurityNotice> notices) {
        this.site = site;
        this.files = files;
        this.signed = signed;
        this.coordinator = coordinator;
        this.signer = SigningKey.typed(site.identity(), Passphrase.none());
        this.witness = new Witness(
                notices, Role.SITE, site.name().value(), signed.plan().name(), site.clock());
        List<PlanRefusal> refusals = List.of();
        try {
            FilePermissions.of(site).require();
            this.rules = SiteRules.read(site.rules());
            refusals = signed.refusals(rules, site.name());
            signed.requireAccepted(rules, site.name());
            site.requireRevocations(rules, signed.plan().name());
            this.method = signed.method();
            this.masks = signed.masks();
            this.rows = signed.rows(rows);
        } catch (RuntimeException e) {
            witness.refused(refusals);
            if (refusals.isEmpty()) {
                witness.failed(e);
            }
            throw e;
        }
        witness.tell(Kind.PLAN_ACCEPTED);
    }

    /**
     * Chooses another patience.
     *
     * @param patience how long without a coordinator until the site gives up; &gt; 0
     */
    public Membership withPatience(Duration patience) {
        reconnect = new ReconnectPolicy(reconnect.first(), reconnect.longest(), patience);
        return this;
    }

    /**
     * Opens the site's signing key, which is used in studies with secure aggregation, by a passphrase.
     *
     * @param asked for the passphrase where the key is under one; the array is erased when it was used
     */
    public Membership withPassphrase(Supplier<char[]> asked) {
        signer = SigningKey.typed(site.identity(), asked);
        return this;
    }

    /**
     * Signs with a key that is kept elsewhere than in the identity directory, in studies with secure aggregation.
     *
     * @param kept the key; stays open
     */
    public Membership withSigner(MessageSigner kept) {
        signer = () -> kept;
        return this;
    }

    /**
     * Dials through a proxy that understands HTTP's CONNECT. It sees the coordinator's name, times and sizes; TLS is
     * between site and coordinator as ever. Settings of the machine's Java, such as {@code https.proxyHost}, are not
     * looked at.
     *
     * @param address {@code HOST:PORT} of the proxy
     * @param credentials a file with one line, {@code USER:PASSWORD}, that only its owner may read; empty for a proxy
     *     that does not ask
     * @throws IllegalArgumentException when address or file is not like that
     */
    public Membership withProxy(String address, Optional<Path> credentials) {
        proxy = Optional.of(HttpProxy.of(address, credentials));
        return this;
    }

    /**
     * Refits the weights of the study's network by this site's rows alone, at its end, for the people of this site. It
     * reads the rows once more and sends nothing, so no budget pays for it; what is made of it outside of the site is
     * released without one. Where the method gives each site a network of its own, as pfdbnl does and dynamic-gram with
     * personal, it is that one, and no row is read.
     *
     * @throws PolicyRefusedException when the site's rules do not allow it
     * @throws IllegalArgumentException when the study has a budget, or its method does not tell sites the network
     */
    public Membership personalised() {
        if (!rules.personalWeights()) {
            throw new PolicyRefusedException("the rules of site " + site.name().value()
                    + " do not allow personal weights, which are exact functions of its rows: the one who decides about"
                    + " the rows writes personalWeights: true under join in " + site.rules());
        }
        PersonalNetwork.requireAllowed(signed.plan(), method);
        personalised = true;
        return this;
    }

    /**
     * Takes part until the study ends. Interrupting the thread stops it at any time; a process that joins with the same
     * home and calls this again goes on there.
     *
     * @param events is told of tasks and notes, in this thread
     * @return how the study ended
     * @throws io.hedgerow.core.privacy.PrivacyException when the policy, the ledger or the plan's own budget does not
     *     cover the plan; or when the ledger cannot be written, as on a full disk, which is
     *     {@linkplain io.hedgerow.core.privacy.LedgerException#isMendable mendable}
     * @throws io.hedgerow.core.federation.UnwritableFileException when another file cannot be written: with room, a new
     *     run goes on
     * @throws InterruptedException when the thread is interrupted, or this is closed
     */
    public StudyEnd run(Consumer<SiteEvent> events) throws InterruptedException {
        begin();
        SiteHome home = site.home();
        FilePermissions.createDirectory(home.path());
        PrivateFiles.removeLeftovers(home.path());
        PrivateFiles.removeLeftovers(site.identity().path());
        try (Turns.Turn turn = files.turns()
                        .place(
                                signed.plan().name(),
                                signed.plan().privacy().budget().isPresent(),
                                text -> events.accept(SiteEvent.waiting(text)));
                HomeFiles.Held<SecurityLog> held = files.security(
                        home.path(), () -> SecurityLog.open(home.security(), SecurityLog.USUAL_BYTES, site.clock()))) {
            SecurityLog security = held.file();
            Expiry expiry = Expiry.during(signed.plan(), site.identity(), site.clock());
            Rejoining rejoining = new Rejoining(
                    (word, text) -> {
                        witness.tell(Kind.STUDY_WAITS, word.name());
                        events.accept(SiteEvent.waiting(text));
                    },
                    () -> expiry.look(ending -> {
                        witness.expires(ending);
                        events.accept(SiteEvent.waiting(ending.text()));
                    }));
            try {
                return witness.watching(() -> rejoining.run(() -> attempt(events, security, turn, rejoining)));
            } catch (DamagedJournalException | LedgerTamperedException e) {
                security.happened(new SecurityEvent(
                        SecurityEvent.Kind.TAMPERING, "this site", signed.plan().name(), Words.reason(e)));
                throw e;
            }
        } finally {
            end();
        }
    }

    /**
     * Asks the coordinator once whether it would let this site in now, unless this site has taken part before and so
     * has to go on. Opens no data, charges nothing and notes nothing.
     *
     * @return empty when it would or has to; otherwise why not yet: the coordinator is away, or runs other studies now
     * @throws io.hedgerow.transport.channel.RefusedException when it refuses this site, and waiting does not help
     * @throws io.hedgerow.transport.channel.UnreachableException when a certificate was refused
     */
    public Optional<String> waitsFor() {
        if (Files.exists(site.home().journal(signed.plan().name()))) {
            return Optional.empty();
        }
        return Admission.reasonToWait(dialling(TrustSettings.lookAtSite(
                site.identity(), RevocationDemand.of(rules), site.home().path(), site.clock())));
    }

    private synchronized void begin() throws InterruptedException {
        if (closed) {
            throw new InterruptedException("this membership was closed: join again");
        }
        if (running != null) {
            throw new IllegalStateException(
                    "a membership must run in one thread at a time, runs in " + running.getName());
        }
        running = Thread.currentThread();
    }

    private synchronized void end() {
        running = null;
    }

    /** Stops {@link #run}, in whatever thread it is, by an interrupt. The study goes on when the site joins again. */
    @Override
    public synchronized void close() {
        closed = true;
        if (running != null && running != Thread.currentThread()) {
            running.interrupt();
        }
    }

    /** Leaves the turn to other studies when it fails: a coordinator that refuses this one may do so for days. */
    private StudyEnd attempt(Consumer<SiteEvent> events, SecurityEvents log, Turns.Turn turn, Rejoining rejoining)
            throws InterruptedException {
        try {
            return run(events, log, turn, rejoining);
        } finally {
            turn.giveUp();
        }
    }

    private StudyEnd run(Consumer<SiteEvent> events, SecurityEvents log, Turns.Turn turn, Rejoining rejoining)
            throws InterruptedException {
        Consumer<String> notes = text -> events.accept(SiteEvent.note(text));
        SiteHome home = site.home();
        String study = signed.plan().name();
        SiteOptions options =
                dialling(TrustSettings.forSite(site.identity(), RevocationDemand.of(rules), home.path(), site.clock()));
        Absence absence = rejoining.dialling(options);
        SiteMasks.requireNamedRows(site, method, masks);
        Optional<SiteBudget.Asked> asked = SiteBudget.ask(site, rows, signed, method);
        turn.take();
        try (SiteBudget budget = SiteBudget.open(site, files, asked, signed, method, notes);
                HomeFiles.Held<EgressLog> logs = files.egress(() -> EgressLog.open(home.egress()));
                FileJournal<SiteRecord> journal = budget.journal(home, signed.plan(), method);
                SiteMasks uploads = SiteMasks.open(
                        masks,
                        signer,
                        method,
                        home,
                        files,
                        budget.dataset(),
                        SiteMasks.exactSums(site, rules, signed.plan(), method, masks, budget.dataset(), rows),
                        journal.isNew())) {
            EgressLog egress = logs.file();
            if (budget.recovered()) {
                witness.tell(Kind.LEDGER_RECOVERED, "incomplete-record-cut");
            }
            UnusableCells unusable = new UnusableCells(rows);
            BoundedRows bounded =
                    new BoundedRows(rows.schema(), signed.plan(), PlannedMethod.realisation(signed.plan()));
            RowSource prepared = method.prepared(site.name(), new WatchedRows(rows, unusable, bounded));
            SiteData records = SiteData.of(budget.dataset(), prepared);
            SiteSession.requireVariables(site.name(), method.study(), records);
            LocalSolver solver = method.solver(site.name());
            turn.giveUp(); // what asks or reads the source may take as long as that does
            budget.near().forEach(text -> events.accept(SiteEvent.warning(text)));
            budget.requireUnits(prepared, solver);
            turn.take();
            boolean begins = journal.isNew();
            if (!begins || budget.isPaid()) {
                rejoining.joined();
            }
            if (begins && budget.mayLook(records, study)) {
                bounded.requireInBounds();
            }
            if (budget.isDue() || begins) {
                int over = Admission.await(options, turn::giveUp, absence);
                turn.take();
                if (begins) {
                    budget.requireBegins(over);
                }
            }
            PersonalNetwork personal = new PersonalNetwork(method, personalised);
            turn.keeps(budget.promise(files));
            turn.giveUp();
            budget.unanchored(site).ifPresent(notes);
            PrivacyGate gate = budget.gate(records, () -> witness.reserved(true, budget.spending()));
            rejoining.joined();
            if (!budget.isDue()) {
                witness.reserved(false, budget.spending());
            }
            SiteSession session = new SiteSession(
                    site.name(),
                    method.study(),
                    records,
                    gate,
                    solver,
                    uploads.protector(),
                    new PlanBoundJournal<>(journal, home.journal(study), signed.plan()),
                    personal.watch(),
                    round -> egress.hasUpdate(study, round));
            journal.notice().ifPresent(notes);
            if (session.isFinished()) {
                return StudyEnd.before(
                        study, egress.totals(), session.consensus(), personal.of(solver, records, notes));
            }
            if (budget.mayLook(records, study)) {
                bounded.requireInBounds();
            }
            Notices notices = new Notices(site.name(), text -> events.accept(SiteEvent.waiting(text)));
            try (GrpcSite line =
                    new GrpcSite(budget.reporting(options, rules), session.tasksTaken(), notices, absence)) {
                witness.tell(Kind.STUDY_JOINED, begins ? "new" : "again");
                LoggedSiteChannel logged = new LoggedSiteChannel(
                        line,
                        egress,
                        signed.plan().coordinator(),
                        study,
                        reply -> witness.spent(reply.round(), budget.reservation(reply)),
                        site.clock());
                Unanswered failures = new Unanswered(
                        signed.plan(), witness.beside(log), notes, text -> events.accept(SiteEvent.waiting(text)));
                CheckedSiteChannel channel = new CheckedSiteChannel(
                        logged,
                        signed.plan(),
                        site.approval(rules, text -> {
                            witness.tell(Kind.STUDY_WAITS, "approval");
                            events.accept(SiteEvent.waiting(text));
                        }),
                        budget::reservation,
                        round -> events.accept(SiteEvent.task(round)),
                        failures);
                boolean ended = false;
                try {
                    session.run(channel, failures);
                    ended = true;
                } finally {
                    rejoining.taken(session.tasksTaken());
                    if (!ended) {
                        line.leave();
                    }
                }
                unusable.note().ifPresent(notes);
                bounded.note().ifPresent(notes);
                return StudyEnd.of(
                        study,
                        channel.outcome(),
                        egress.totals(),
                        budget.ledger(),
                        session.consensus(),
                        personal.of(solver, records, notes),
                        notices.last());
            }
        }
    }

    private SiteOptions dialling(TrustSettings trust) {
        return site.dialling(signed, method, coordinator, trust).with(reconnect).through(proxy);
    }
}
