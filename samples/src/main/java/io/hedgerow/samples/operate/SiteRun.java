package io.hedgerow.samples.operate;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.round.ProtectedUpdate;
import io.hedgerow.core.round.ProtocolException;
import io.hedgerow.core.round.RepeatedMessageException;
import io.hedgerow.core.round.SiteRecord;
import io.hedgerow.core.round.SiteReply;
import io.hedgerow.core.round.SiteSession;
import io.hedgerow.core.spi.LocalSolver;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.LedgerClock;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.dp.ledger.StudyPlan;
import io.hedgerow.dp.mechanism.DiscreteNoise;
import io.hedgerow.dp.solver.PlannedSolver;
import io.hedgerow.samples.privacy.SharedAccounting;
import io.hedgerow.transport.channel.GrpcSite;
import io.hedgerow.transport.channel.ReconnectPolicy;
import io.hedgerow.transport.channel.SiteOptions;
import io.hedgerow.transport.channel.WireTls;
import io.hedgerow.transport.egress.EgressLog;
import io.hedgerow.transport.egress.LedgerReference;
import io.hedgerow.transport.egress.LoggedSiteChannel;
import io.hedgerow.transport.egress.SecurityEvent;
import io.hedgerow.transport.egress.SecurityLog;
import io.hedgerow.transport.identity.CertifiedName;
import io.hedgerow.transport.identity.TlsMaterial;
import io.hedgerow.transport.identity.TrustSettings;
import io.hedgerow.transport.journal.FileJournal;
import io.hedgerow.transport.study.ApprovalQueue;
import io.hedgerow.transport.study.EgressApproval;
import io.hedgerow.transport.study.PersonalApproval;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A site in a study, from its directory: refuses what its rules forbid before anything is opened, charges its ledger for the whole study,
 * dials the coordinator, and answers until the study ends. Started again after a crash it goes on where it was.
 */
public final class SiteRun {

    private static final long SECURITY_BYTES = 10_000_000;

    private final SiteMember member;
    private final SignedPlan signed;
    private final PlannedMethod method;
    private final Optional<PlannedMasks> masks;
    private final InstantSource clock;
    private ReconnectPolicy reconnect = ReconnectPolicy.standard();

    /**
     * Reads what the plan means for this site. Opens nothing.
     *
     * @param member what the site brings
     * @param signed the plan with its signatures
     * @param clock the time
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when the site's rules refuse the plan, with every reason
     */
    public SiteRun(SiteMember member, SignedPlan signed, InstantSource clock) {
        this.member = member;
        this.signed = signed;
        this.clock = clock;
        signed.requireAccepted(member.rules(), member.site());
        this.method = signed.method();
        this.masks = signed.masks();
    }

    /**
     * Chooses another patience.
     *
     * @param patience how long without a coordinator until the site gives up; &gt; 0
     * @return this
     */
    public SiteRun withPatience(Duration patience) {
        reconnect = new ReconnectPolicy(reconnect.first(), reconnect.longest(), patience);
        return this;
    }

    /** What holds files open. */
    private record Budget(PrivacyGate gate, @Nullable AccountedLedger ledger) implements AutoCloseable {
        Optional<LedgerReference> head() {
            if (ledger == null) {
                return Optional.empty();
            }
            SpentReport spent = ledger.spent();
            return Optional.of(new LedgerReference(spent.records() - 1, spent.head()));
        }

        @Override
        public void close() {
            if (ledger != null) {
                ledger.close();
            }
        }
    }

    /**
     * Takes part until the study ends.
     *
     * @param host the coordinator's name or address
     * @param port its port
     * @param onTask is told the round of every task
     * @param notes for the people of the site
     * @return how it ended
     * @throws InterruptedException when the thread is interrupted
     */
    public SiteEnd run(String host, int port, IntConsumer onTask, Consumer<String> notes) throws InterruptedException {
        SiteHome home = member.home();
        home.create();
        String study = signed.plan().name();
        TrustSettings trust = TrustSettings.forSite(member.identity(), clock);
        TlsMaterial tls = TlsMaterial.load(
                member.identity(), CertifiedName.site(member.site().value()), trust);
        WireTls wire = new WireTls(
                tls.keyManager(), trust.trustCoordinator(host, signed.plan().coordinator()));
        LocalSolver solver = method.solver(member.site());
        try (SecurityLog security = SecurityLog.open(home.security(), SECURITY_BYTES, clock);
                Budget budget = budget(solver, notes);
                EgressLog egress = EgressLog.open(home.egress());
                FileJournal<SiteRecord> journal = FileJournal.ofSite(home.journal(study));
                SiteMasks uploads = SiteMasks.open(masks, member.identity(), method, home.masks(study))) {
            SiteSession session = new SiteSession(
                    member.site(), method.study(), data(), budget.gate(), solver, uploads.protector(), journal);
            journal.notice().ifPresent(notes);
            if (session.isFinished()) {
                return SiteEnd.before(study, egress.totals());
            }
            Function<SiteReply, Optional<LedgerReference>> coverage =
                    reply -> reply instanceof ProtectedUpdate ? budget.head() : Optional.empty();
            SiteOptions options = SiteOptions.of(signed.pin(), host, port, wire).with(reconnect);
            try (GrpcSite line = new GrpcSite(options, session.tasksTaken())) {
                LoggedSiteChannel logged =
                        new LoggedSiteChannel(line, egress, signed.plan().coordinator(), study, coverage, clock);
                CheckedSiteChannel channel =
                        new CheckedSiteChannel(logged, signed.plan(), approval(), coverage, onTask);
                session.run(channel, failure -> {
                    if (!(failure instanceof RepeatedMessageException)) {
                        security.happened(event(failure));
                    }
                    notes.accept("not answered: " + failure.getMessage());
                });
                return SiteEnd.of(study, channel.outcome(), egress.totals(), budget.ledger());
            }
        }
    }

    private SecurityEvent event(RuntimeException failure) {
        SecurityEvent.Kind kind = failure instanceof PrivacyException
                ? SecurityEvent.Kind.POLICY_REFUSED
                : SecurityEvent.Kind.PROTOCOL_VIOLATION;
        // what a failure says may depend on data, so only what is known to be about the protocol is written down
        String detail = failure instanceof ProtocolException || failure instanceof PrivacyException
                ? String.valueOf(failure.getMessage())
                : failure.getClass().getSimpleName();
        return new SecurityEvent(
                kind, signed.plan().coordinator(), signed.plan().name(), detail);
    }

    private SiteData data() {
        return SiteData.of(identity(), member.rows());
    }

    private DatasetIdentity identity() {
        return member.policy()
                .map(file -> SitePolicy.read(file).dataset())
                .orElseGet(() -> new DatasetIdentity(member.site().value()));
    }

    /** With a budget, the whole study is charged before anything else happens; charging it again after a restart costs nothing. */
    private Budget budget(LocalSolver solver, Consumer<String> notes) {
        if (signed.plan().privacy().budget().isEmpty()) {
            return new Budget(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), identity()), null);
        }
        SitePolicy policy = SitePolicy.read(member.policy()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the plan spends a privacy budget: give --policy FILE with the budget of the data set")));
        PlannedSolver planned = (PlannedSolver) solver;
        policy.requireAllowed(method.study(), planned);
        AccountedLedger ledger = AccountedLedger.open(
                member.home().ledger(),
                policy.terms(member.rows().schema()),
                policy.cap(),
                new SharedAccounting().rule(),
                new LedgerClock(clock, policy.clockTolerance()));
        try {
            ledger.notices().forEach(notes);
            ledger.declare(new StudyPlan(
                    signed.plan().name(),
                    planned.id(),
                    DiscreteNoise.ID,
                    planned.roundPlan(method.study().admm().rounds()),
                    signed.plan().privacy().budget().get().delta()));
            return new Budget(
                    PrivacyGate.enforcing(ledger, policy.dataset(), policy.unit(), policy.adjacency()), ledger);
        } catch (RuntimeException e) {
            ledger.close();
            throw e;
        }
    }

    private EgressApproval approval() {
        return member.rules().holdAndApprove()
                ? new PersonalApproval(
                        new ApprovalQueue(member.home().held()), member.rules().approvalTime())
                : EgressApproval.automatic();
    }
}
