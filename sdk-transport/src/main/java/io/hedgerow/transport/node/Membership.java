package io.hedgerow.transport.node;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.DamagedJournalException;
import io.hedgerow.core.protocol.ProtocolException;
import io.hedgerow.core.protocol.RepeatedMessageException;
import io.hedgerow.core.protocol.SiteRecord;
import io.hedgerow.core.federation.SiteSession;
import io.hedgerow.dp.ledger.LedgerTamperedException;
import io.hedgerow.transport.channel.Admission;
import io.hedgerow.transport.channel.GrpcSite;
import io.hedgerow.transport.channel.ReconnectPolicy;
import io.hedgerow.transport.channel.SiteOptions;
import io.hedgerow.transport.channel.WireTls;
import io.hedgerow.transport.egress.EgressLog;
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
import io.hedgerow.transport.study.SiteRules;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A site in a study, from its directory: refuses what its rules forbid before anything is opened, asks the coordinator
 * whether it is welcome, charges its ledger for the whole study, and answers until the study ends. Started again after a crash it goes on where it was;
 * without the journal that it had it does not begin again in a study whose first round is over.
 */
public final class Membership {

    private static final long SECURITY_BYTES = 10_000_000;

    private final Site member;
    private final SiteRules rules;
    private final SignedPlan signed;
    private final Method method;
    private final Optional<PlannedMasks> masks;
    private final InstantSource clock;
    private ReconnectPolicy reconnect = ReconnectPolicy.standard();

    /**
     * Reads the site's rules, and what the plan means for this site. Opens nothing else.
     *
     * @param member what the site brings
     * @param signed the plan with its signatures
     * @param clock the time
     * @throws io.hedgerow.transport.identity.IdentityException when others may write to rules, policy,
     *     identity or home, which decide for the site
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when the site's rules refuse the plan, with every reason
     */
    public Membership(Site member, SignedPlan signed, InstantSource clock) {
        this.member = member;
        this.signed = signed;
        this.clock = clock;
        OwnFiles.of(member).require();
        this.rules = SiteRules.read(member.rules());
        signed.requireAccepted(rules, member.site());
        this.method = signed.method();
        this.masks = signed.masks();
    }

    /**
     * Chooses another patience.
     *
     * @param patience how long without a coordinator until the site gives up; &gt; 0
     * @return this
     */
    public Membership withPatience(Duration patience) {
        reconnect = new ReconnectPolicy(reconnect.first(), reconnect.longest(), patience);
        return this;
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
    public StudyEnd run(String host, int port, IntConsumer onTask, Consumer<String> notes) throws InterruptedException {
        SiteHome home = member.home();
        OwnFiles.createDirectory(home.path());
        try (SecurityLog security = SecurityLog.open(home.security(), SECURITY_BYTES, clock)) {
            try {
                return run(host, port, onTask, notes, security);
            } catch (DamagedJournalException | LedgerTamperedException e) {
                security.happened(new SecurityEvent(
                        SecurityEvent.Kind.TAMPERING,
                        "this site",
                        signed.plan().name(),
                        String.valueOf(e.getMessage())));
                throw e;
            }
        }
    }

    private StudyEnd run(String host, int port, IntConsumer onTask, Consumer<String> notes, SecurityLog security)
            throws InterruptedException {
        SiteHome home = member.home();
        String study = signed.plan().name();
        TrustSettings trust = TrustSettings.forSite(member.identity(), clock);
        TlsMaterial tls = TlsMaterial.load(
                member.identity(), CertifiedName.site(member.site().value()), trust);
        WireTls wire = new WireTls(
                tls.keyManager(), trust.trustCoordinator(host, signed.plan().coordinator()));
        SiteOptions options = SiteOptions.of(signed.pin(), host, port, wire)
                .with(reconnect)
                .with(MessageSizes.settings(signed.plan(), method));
        if (masks.isPresent()
                && method.exactStatistic().isPresent()
                && member.policy().isEmpty()) {
            throw new IllegalArgumentException(
                    "exact moments behind masks are given to one study for each data set, and only a policy"
                            + " names the data set: give --policy FILE");
        }
        try (SiteBudget budget = SiteBudget.open(member, signed, method, clock, notes);
                EgressLog egress = EgressLog.open(home.egress());
                FileJournal<SiteRecord> journal = FileJournal.ofSite(home.journal(study));
                SiteMasks uploads =
                        SiteMasks.open(masks, member.identity(), method, home, budget.dataset(), journal.isNew())) {
            UnusableCells unusable = new UnusableCells(member.rows());
            BoundedRows bounded = new BoundedRows(member.rows().schema(), signed.plan());
            SiteData records =
                    SiteData.of(budget.dataset(), method.prepared(new WatchedRows(member.rows(), unusable, bounded)));
            boolean begins = journal.isNew();
            if (begins && budget.mayLook(records, study)) {
                bounded.requireInBounds();
            }
            if (budget.isDue() || begins) {
                budget.requireBegins(Admission.await(options));
            }
            SiteSession session = new SiteSession(
                    member.site(),
                    method.study(),
                    records,
                    budget.charge(records),
                    method.solver(member.site()),
                    uploads.protector(),
                    new PlanBoundJournal<>(journal, home.journal(study), signed.plan()));
            journal.notice().ifPresent(notes);
            if (session.isFinished()) {
                return StudyEnd.before(study, egress.totals(), session.consensus());
            }
            if (budget.mayLook(records, study)) {
                bounded.requireInBounds();
            }
            try (GrpcSite line = new GrpcSite(reporting(options, budget), session.tasksTaken())) {
                LoggedSiteChannel logged = new LoggedSiteChannel(
                        line, egress, signed.plan().coordinator(), study, budget::reservation, clock);
                Consumer<RuntimeException> failures = failure -> {
                    if (!(failure instanceof RepeatedMessageException)) {
                        security.happened(event(failure));
                    }
                    notes.accept("not answered: " + failure.getMessage());
                };
                CheckedSiteChannel channel = new CheckedSiteChannel(
                        logged, signed.plan(), approval(), budget::reservation, onTask, failures);
                session.run(channel, failures);
                unusable.note().ifPresent(notes);
                bounded.note().ifPresent(notes);
                return StudyEnd.of(study, channel.outcome(), egress.totals(), budget.ledger(), session.consensus());
            }
        }
    }

    /** Tells what the study was charged here, unless the site's rules keep it: a function of the plan, and so of nothing secret. */
    private SiteOptions reporting(SiteOptions options, SiteBudget budget) {
        return rules.reportSpending()
                ? budget.spending().map(options::reporting).orElse(options)
                : options;
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

    private EgressApproval approval() {
        return rules.holdAndApprove()
                ? new PersonalApproval(new ApprovalQueue(member.home().held()), rules.approvalTime())
                : EgressApproval.automatic();
    }
}
