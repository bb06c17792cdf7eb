// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.privacy.PrivacyException.Reason;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.approval.ApprovalQueue;
import io.hedgerow.transport.internal.approval.EgressApproval;
import io.hedgerow.transport.internal.approval.PersonalApproval;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.identity.RevocationDemand;
import io.hedgerow.transport.internal.identity.TlsMaterial;
import io.hedgerow.transport.internal.identity.TrustSettings;
import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.internal.link.NodeAddress;
import io.hedgerow.transport.internal.link.StudyPin;
import io.hedgerow.transport.internal.link.WireTls;
import io.hedgerow.transport.node.internal.MessageSizes;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.node.internal.site.Unanswered;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.study.SiteRules;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A site that is embedded in an organisation's own service: its identity, rules, policy and persistent home.
 * {@link #join} is the way into a study; it enforces every rule of the site, and so does the command line, which calls
 * it.
 *
 * <p>Privacy: nothing is read before the study's whole cost is on record in the site's ledger, and nothing leaves that
 * is not in the egress log. A plan without a budget promises nothing, and is refused unless the site's rules allow it.
 *
 * @param name as in its certificate and in plans
 * @param identity its keys and certificate
 * @param rules file with what it insists on
 * @param policy file with the budget of its data set; needed where a plan has a budget
 * @param home what it must not forget
 * @param clock the time
 * @param anchors a directory outside of the home, for the last hash of its ledger, by which an older home is noticed;
 *     empty to use the one that was given last
 */
public record Site(
        SiteId name,
        IdentityDirectory identity,
        Path rules,
        Optional<Path> policy,
        SiteHome home,
        InstantSource clock,
        Optional<Path> anchors) {
    public Site {
        Objects.requireNonNull(anchors, "anchors");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(rules, "rules");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(clock, "clock");
    }

    /**
     * A site that keeps no anchor of its ledger, unless it was given a directory for that before.
     *
     * @param name as in its certificate and in plans
     * @param identity its keys and certificate
     * @param rules file with what it insists on
     * @param policy file with the budget of its data set; needed where a plan has a budget
     * @param home what it must not forget
     * @param clock the time
     */
    public Site(
            SiteId name,
            IdentityDirectory identity,
            Path rules,
            Optional<Path> policy,
            SiteHome home,
            InstantSource clock) {
        this(name, identity, rules, policy, home, clock, Optional.empty());
    }

    /**
     * The same site, which keeps the last hash of its ledger outside of its home.
     *
     * @param directory that is not put back together with the home; made when it is missing
     */
    public Site withAnchors(Path directory) {
        return new Site(name, identity, rules, policy, home, clock, Optional.of(directory));
    }

    /**
     * Compares data with what this site has charged before: the same rows have one data set and one ledger, whatever
     * their file, their policy and the home are called. Reads a file for digests of its rows if anything was charged;
     * charges and notes nothing.
     *
     * @param dataset as the policy names it
     * @param rows the data
     * @return for the people of the site and no one else, a sentence for each data set of another name that shares most
     *     of the rows
     * @throws PolicyRefusedException when the data is charged as another data set, or in another ledger
     * @throws io.hedgerow.core.federation.JournalException when there is no place outside of the home to note it
     */
    public List<String> requireOwnData(DatasetIdentity dataset, RowSource rows) {
        ChargedData charged = ChargedData.of(this, dataset, rows);
        charged.require();
        charged.requireNotable();
        return charged.near();
    }

    /**
     * The site of a directory with {@code identity}, {@code join.yaml}, {@code policy.yaml} if plans may have a budget,
     * and {@code home}, which is made when it is missing.
     *
     * @param directory of this site alone
     * @return the site that the certificate names
     * @throws io.hedgerow.transport.identity.IdentityException when key or certificate is missing or not good now
     */
    public static Site open(Path directory) {
        IdentityDirectory identity = new IdentityDirectory(directory.resolve("identity"));
        InstantSource clock = InstantSource.system();
        CertifiedName certified = TlsMaterial.load(
                        identity, CertifiedName.Role.SITE, TrustSettings.forSite(identity, clock))
                .name();
        Path policy = directory.resolve("policy.yaml");
        return new Site(
                new SiteId(certified.name()),
                identity,
                directory.resolve("join.yaml"),
                Files.exists(policy) ? Optional.of(policy) : Optional.empty(),
                new SiteHome(directory.resolve("home")),
                clock);
    }

    /**
     * Compares a plan with the rules of this site. Opens no data, charges nothing and calls no one; {@link #decline}
     * tells the coordinator of a refusal.
     *
     * @param plan with its signatures, and its roster where it has secure aggregation
     * @param rows with the plan's variables; the same rows whenever this site joins the study. Where the plan protects
     *     users, the column that names a row's user may be among them
     * @param coordinator {@code HOST:PORT}
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when the rules refuse the plan, with every reason
     * @throws io.hedgerow.transport.study.StudyPlanException when the algorithm or a parameter is not known or has a
     *     wrong value
     * @throws io.hedgerow.transport.identity.IdentityException when others than the site may write to its rules,
     *     policy, identity or home
     */
    public Membership join(SignedPlan plan, RowSource rows, String coordinator) {
        return join(plan, rows, coordinator, notice -> {});
    }

    /**
     * The same, with security notices of the plan's judgement and of all that follows.
     *
     * @param plan with its signatures, and its roster where it has secure aggregation
     * @param rows with the plan's variables, as with {@link #join(SignedPlan, RowSource, String)}
     * @param coordinator {@code HOST:PORT}
     * @param notices takes notices in the threads of the study: it must return at once, as
     *     {@link io.hedgerow.transport.security.SecurityNotices} does; what it throws is dropped
     */
    public Membership join(SignedPlan plan, RowSource rows, String coordinator, Consumer<SecurityNotice> notices) {
        return new Membership(
                SiteTerms.accept(this, plan, rows, new HomeFiles(), notices), NodeAddress.dialled(coordinator));
    }

    /** Checks the rules' demands on the authority's list of revoked certificates. Notes nothing. */
    void requireRevocations(SiteRules read, String study) {
        RevocationDemand demand = RevocationDemand.of(read);
        try {
            if (demand.needsOne()) {
                TrustSettings.lookAtSite(identity, demand, home.path(), clock);
            }
        } catch (IdentityException e) {
            boolean begun = !Files.notExists(home.journal(study)); // it waits for another list, and does not give up
            if (begun || e.reason() != IdentityException.Reason.REVOCATIONS_DEMANDED) {
                throw e;
            }
            throw new PolicyRefusedException(
                    "site " + name.value() + " does not join study " + study + ": " + Words.reason(e), Reason.RULES);
        }
    }

    /**
     * Informs a coordinator that this site declines a study, with a code for the reason. Waits for no longer than one
     * call; whether the coordinator heard it is not said.
     *
     * @param plan of the study
     * @param coordinator {@code HOST:PORT}
     * @param why as {@link #join} refused
     * @param proxy {@code HOST:PORT} of a proxy, as with {@link Membership#withProxy}
     * @param credentials a file for the proxy
     */
    public void decline(
            SignedPlan plan,
            String coordinator,
            PrivacyException why,
            Optional<String> proxy,
            Optional<Path> credentials) {
        try {
            TrustSettings trust = TrustSettings.lookAtSite(identity, RevocationDemand.NONE, home.path(), clock);
            SiteOptions options = dialling(plan, plan.method(), NodeAddress.dialled(coordinator), trust)
                    .through(proxy.map(address -> HttpProxy.of(address, credentials)));
            Unanswered.lastWord(why).ifPresent(kind -> Admission.lastWord(options, kind));
        } catch (RuntimeException e) {
            // the refusal stands, and its reason is at this site's console
        }
    }

    /** The way to the coordinator of a plan. */
    SiteOptions dialling(SignedPlan signed, Method method, InetSocketAddress coordinator, TrustSettings trust) {
        String host = coordinator.getHostString();
        return SiteOptions.of(
                        StudyPin.of(signed.plan(), method.revision()),
                        host,
                        coordinator.getPort(),
                        tls(trust, host, signed.plan().coordinator()))
                .with(MessageSizes.settings(signed.plan(), method));
    }

    /** The site's certificate, and its trust in the coordinator of a plan at the dialled host. */
    private WireTls tls(TrustSettings trust, String host, String coordinator) {
        TlsMaterial tls = TlsMaterial.load(identity, CertifiedName.site(name.value()), trust);
        return new WireTls(tls.keyManager(), trust.trustCoordinator(host, coordinator));
    }

    /**
     * Returns the approval of outgoing messages: by a person if the rules demand it, who is notified in the study's
     * thread.
     */
    EgressApproval approval(SiteRules read, Consumer<String> people) {
        return read.conduct().holdAndApprove()
                ? new PersonalApproval(
                        new ApprovalQueue(home.held()),
                        read.conduct().approvalTime(),
                        (message, left) -> people.accept(
                                "an " + message.type() + " of round " + message.round() + " of study " + message.study()
                                        + " waits for a person's approval in " + home.held() + ", as "
                                        + message.id().substring(0, 8) + ": without one it does not leave after "
                                        + Words.time(left.truncatedTo(ChronoUnit.SECONDS))
                                        + "; look at it with `egress list`"))
                : EgressApproval.automatic();
    }
}
