// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.internal.WatchedRows;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.transport.identity.MessageSigner;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.LoggedSiteChannel;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.grpc.site.Absence;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.journal.FileJournal;
import io.hedgerow.transport.node.internal.PlanBoundJournal;
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
import io.hedgerow.transport.security.SecurityNotice.Kind;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One attempt of a site at a study. It examines the plan, the data and whether the coordinator would let the site in;
 * then it has the budget promised and opens the gate that charges it; then it answers the coordinator until the study
 * ends. Whatever it opens is closed when it returns.
 */
final class SiteRun {

    private final SiteTerms terms;
    private final Site site;
    private final Method method;
    private final Witness witness;
    private final SiteOptions options;
    private final Rejoining rejoining;
    private final Turns.Turn turn;
    private final SecurityEvents log;
    private final Consumer<SiteEvent> events;
    private final Consumer<String> notes;
    private final Consumer<String> waits;

    /**
     * Opens nothing yet.
     *
     * @param options of the way to the coordinator
     * @param rejoining learns when the site has joined or paid, so that no refusal ends the study
     * @param turn to pay among the studies of this site; taken and given up here
     * @param log is told of events that concern security
     * @param events is told of tasks and notes, in this thread
     */
    SiteRun(
            SiteTerms terms,
            SiteOptions options,
            Rejoining rejoining,
            Turns.Turn turn,
            SecurityEvents log,
            Consumer<SiteEvent> events) {
        this.terms = terms;
        this.site = terms.site();
        this.method = terms.method();
        this.witness = terms.witness();
        this.options = options;
        this.rejoining = rejoining;
        this.turn = turn;
        this.log = log;
        this.events = events;
        this.notes = text -> events.accept(SiteEvent.note(text));
        this.waits = text -> events.accept(SiteEvent.waiting(text));
    }

    /** The unopened rows of the study, with counters for unusable and out-of-range cells. */
    private record Data(
            UnusableCells unusable, BoundedRows bounded, RowSource prepared, SiteData records, LocalSolver solver) {}

    /**
     * Takes part until the study ends or the attempt fails.
     *
     * @param signer opens the signing key, for secure aggregation
     * @param personalised whether the network is refitted by this site's rows at the end
     */
    StudyEnd run(Supplier<MessageSigner> signer, boolean personalised) throws InterruptedException {
        SiteHome home = site.home();
        String study = terms.study();
        Absence absence = rejoining.dialling(options);
        SiteMasks.requireNamedRows(site, method, terms.masks());
        Optional<SiteBudget.AllowedPlan> asked = SiteBudget.ask(site, terms.rows(), terms.signed(), method);
        turn.take();
        try (SiteBudget budget = SiteBudget.open(site, terms.files(), asked, terms.signed(), method, notes);
                HomeFiles.Held<EgressLog> logs = terms.files().egress(() -> EgressLog.open(home.egress()));
                FileJournal<SiteRecord> journal =
                        budget.journal(home, terms.signed().plan(), method);
                SiteMasks uploads = masks(budget, signer, journal.isNew())) {
            EgressLog egress = logs.file();
            if (budget.recovered()) {
                witness.tell(Kind.LEDGER_RECOVERED, "incomplete-record-cut");
            }
            boolean begins = journal.isNew();
            Data data = data(budget);
            examine(budget, data, begins, absence);
            PersonalNetwork personal = new PersonalNetwork(method, personalised);
            PrivacyGate gate = charge(budget, data.records());
            SiteSession session = new SiteSession(
                    site.name(),
                    method.study(),
                    data.records(),
                    gate,
                    data.solver(),
                    uploads.protector(),
                    new PlanBoundJournal<>(
                            journal, home.journal(study), terms.signed().plan()),
                    personal.watch(),
                    round -> egress.hasUpdate(study, round));
            journal.notice().ifPresent(notes);
            if (session.isFinished()) {
                return StudyEnd.before(
                        study, egress.totals(), session.consensus(), personal.of(data.solver(), data.records(), notes));
            }
            look(budget, data);
            return converse(budget, egress, session, data, personal, new Joining(begins, absence));
        }
    }

    private SiteMasks masks(SiteBudget budget, Supplier<MessageSigner> signer, boolean begins) {
        return SiteMasks.open(
                terms.masks(),
                signer,
                method,
                site.home(),
                terms.files(),
                budget.dataset(),
                SiteMasks.exactSums(
                        site,
                        terms.rules(),
                        terms.signed().plan(),
                        method,
                        terms.masks(),
                        budget.dataset(),
                        terms.rows()),
                begins);
    }

    private Data data(SiteBudget budget) {
        UnusableCells unusable = new UnusableCells(terms.rows(), terms.signed().missingValues() == MissingValues.USE);
        BoundedRows bounded = new BoundedRows(
                terms.rows().schema(),
                terms.signed().plan(),
                PlannedMethod.realisation(terms.signed().plan()));
        RowSource prepared = method.prepared(site.name(), new WatchedRows(terms.rows(), unusable, bounded));
        SiteData records = SiteData.of(budget.dataset(), prepared);
        SiteSession.requireVariables(site.name(), method.study(), records);
        return new Data(unusable, bounded, prepared, records, method.solver(site.name()));
    }

    /** Refuses whatever can be known to be refused before the budget is promised. Nothing is charged. */
    private void examine(SiteBudget budget, Data data, boolean begins, Absence absence) throws InterruptedException {
        turn.giveUp(); // what asks or reads the source may take as long as that does
        budget.near().forEach(text -> events.accept(SiteEvent.warning(text)));
        budget.requireUnits(data.prepared(), data.solver());
        turn.take();
        if (!begins || budget.isPaid()) {
            rejoining.joined();
        }
        if (begins) {
            look(budget, data);
        }
        if (budget.isDue() || begins) {
            int over = Admission.await(options, turn::giveUp, absence);
            turn.take();
            if (begins) {
                budget.requireBegins(over);
            }
        }
    }

    /** Reads rows that no budget protects, and refuses those beyond the plan's bounds. */
    private void look(SiteBudget budget, Data data) {
        boolean whole = terms.signed().missingValues() != MissingValues.USE;
        if (budget.mayLook(data.records(), terms.study(), whole)) {
            data.bounded().requireInBounds();
        }
    }

    /** Has the budget promised, and returns the gate, which charges it at the first computation. */
    private PrivacyGate charge(SiteBudget budget, SiteData records) {
        turn.keeps(budget.promise(terms.files()));
        turn.giveUp();
        budget.unanchored(site).ifPresent(notes);
        PrivacyGate gate = budget.gate(records, () -> witness.reserved(true, budget.spending()));
        rejoining.joined();
        if (!budget.isDue()) {
            witness.reserved(false, budget.spending());
        }
        return gate;
    }

    private record Joining(boolean begins, Absence absence) {}

    private StudyEnd converse(
            SiteBudget budget,
            EgressLog egress,
            SiteSession session,
            Data data,
            PersonalNetwork personal,
            Joining joining)
            throws InterruptedException {
        Notices notices = new Notices(site.name(), waits);
        try (GrpcSite line = new GrpcSite(
                budget.reporting(options, terms.rules()), session.tasksTaken(), notices, joining.absence())) {
            witness.tell(Kind.STUDY_JOINED, joining.begins() ? "new" : "again");
            Unanswered failures = new Unanswered(terms.signed().plan(), witness.beside(log), notes, waits);
            CheckedSiteChannel channel = channel(line, budget, egress, failures);
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
            data.unusable().note(budget.hasPublicNumber()).ifPresent(notes);
            if (PlannedMethod.realisation(terms.signed().plan()).isEmpty()) {
                data.unusable().difference().ifPresent(notes);
            }
            data.bounded().note(budget.hasPublicNumber()).ifPresent(notes);
            return StudyEnd.of(
                    terms.study(),
                    channel.outcome(),
                    egress.totals(),
                    budget.ledger(),
                    session.consensus(),
                    personal.of(data.solver(), data.records(), notes),
                    notices.last());
        }
    }

    /** The line to the coordinator, on which each message is checked, approved where rules say so, and logged. */
    private CheckedSiteChannel channel(GrpcSite line, SiteBudget budget, EgressLog egress, Unanswered failures) {
        LoggedSiteChannel logged = new LoggedSiteChannel(
                line,
                egress,
                terms.signed().plan().coordinator(),
                terms.study(),
                reply -> witness.spent(reply.round(), budget.reservation(reply)),
                site.clock());
        return new CheckedSiteChannel(
                logged,
                terms.signed().plan(),
                site.approval(terms.rules(), text -> {
                    witness.tell(Kind.STUDY_WAITS, "approval");
                    waits.accept(text);
                }),
                budget::reservation,
                round -> events.accept(SiteEvent.task(round)),
                failures);
    }
}
