package io.hedgerow.samples.siteapp;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.SiteSession;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.Payload;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteRecord;
import io.hedgerow.transport.channel.GrpcSite;
import io.hedgerow.transport.channel.SiteOptions;
import io.hedgerow.transport.channel.StudyPin;
import io.hedgerow.transport.channel.WireTls;
import io.hedgerow.transport.egress.EgressLog;
import io.hedgerow.transport.egress.LoggedSiteChannel;
import io.hedgerow.transport.identity.CertifiedName;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.TlsMaterial;
import io.hedgerow.transport.identity.TrustSettings;
import io.hedgerow.transport.journal.FileJournal;
import io.hedgerow.transport.study.PlanRefusal;
import io.hedgerow.transport.study.SiteRules;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A site inside a service. Privacy: that of the {@link StudyMeans}.
 *
 * @param self the site's name, as in its certificate and in plans
 * @param home has {@code identity}, and gets what the site must not forget
 * @param rules what the site insists on
 * @param clock the time
 */
public record StudyMember(SiteId self, Path home, SiteRules rules, InstantSource clock) {

    /**
     * Takes part until the study ends. Interrupting the thread ends it at any time, and another call goes on where this one was.
     *
     * @param plan the study
     * @param signatures of its officers
     * @param means how this site computes, pays and protects
     * @param rows with the plan's variables; the same rows in every call for a study
     * @param host of the coordinator
     * @param port of the coordinator
     * @param failures is told, here, why a task was not answered
     * @return the consensus
     * @throws InterruptedException when the thread is interrupted
     */
    public Parameters join(
            StudyPlan plan,
            DocumentSignatures signatures,
            StudyMeans means,
            RowSource rows,
            String host,
            int port,
            Consumer<RuntimeException> failures)
            throws InterruptedException {
        // region:join
        List<PlanRefusal> refusals = rules.refusals(plan, signatures, self);
        if (!refusals.isEmpty()) {
            throw new PolicyRefusedException(refusals.get(0).message()); // before anything is opened
        }
        means.requireKeep(plan); // what the rules were compared with
        IdentityDirectory identity = new IdentityDirectory(home.resolve("identity"));
        TrustSettings trust = TrustSettings.forSite(identity, clock);
        TlsMaterial own = TlsMaterial.load(identity, CertifiedName.site(self.value()), trust);
        WireTls tls = new WireTls(own.keyManager(), trust.trustCoordinator(host, plan.coordinator()));
        StudyPin pin = new StudyPin(
                plan.name(),
                Payload.copyOf(HexFormat.of().parseHex(plan.digest().hex())));
        SiteData data = SiteData.of(means.gate().dataset(), rows);
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(home.resolve(plan.name() + ".journal"));
                EgressLog egress = EgressLog.open(home.resolve("egress.log"))) {
            SiteSession session =
                    new SiteSession(self, means.study(), data, means.gate(), means.solver(), means.uploads(), journal);
            if (!session.isFinished()) {
                try (GrpcSite wire = new GrpcSite(SiteOptions.of(pin, host, port, tls), session.tasksTaken())) {
                    session.run(
                            new LoggedSiteChannel(
                                    wire, egress, plan.coordinator(), plan.name(), reply -> Optional.empty(), clock),
                            failures);
                }
            }
            return session.consensus();
        }
        // endregion
    }
}
