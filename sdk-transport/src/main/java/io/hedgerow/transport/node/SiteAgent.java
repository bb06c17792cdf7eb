// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.link.NodeAddress;
import io.hedgerow.transport.node.internal.Witness;
import io.hedgerow.transport.node.internal.site.HomeFiles;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotice.Kind;
import io.hedgerow.transport.security.SecurityNotice.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Runs a site's part in several studies at the same time, in one process. Its memberships run at a time, one thread
 * each; the end or the failure of one is nothing to the others. What belongs to the data set is shared: the ledger, and
 * so the privacy budget, the claims of exact statistics, and the logs. Thread-safe.
 *
 * <p>Privacy: each study is charged in whole before it reads a record, in the one ledger of the data set, in the order
 * in which the studies are run: one that the rest of the budget does not cover is refused. Studies with a budget must
 * have the same columns, those of the ledger.
 *
 * @see Site#join
 */
public final class SiteAgent {

    private final Site site;
    private final HomeFiles files = new HomeFiles();
    private final Consumer<SecurityNotice> notices;
    private final Expiry expiry;
    /** The last judgement on the plan of each study. */
    private final Map<String, Set<String>> judgements = new ConcurrentHashMap<>();

    /**
     * An agent. Another process with the same home must not run at a time.
     *
     * @param site who it is
     */
    public SiteAgent(Site site) {
        this(site, notice -> {});
    }

    /**
     * The same, with security notices of all its studies. A plan that is looked at again is only told of when the
     * judgement has changed.
     *
     * @param site who it is
     * @param notices takes notices in the threads of the studies, as with {@link Site#join(SignedPlan, RowSource,
     *     String, Consumer)}
     */
    public SiteAgent(Site site, Consumer<SecurityNotice> notices) {
        this.site = site;
        this.notices = notices;
        this.expiry = new Expiry(site.identity(), Duration.ZERO, site.clock());
    }

    /**
     * Tells of a certificate of this site's, or of its list of revoked ones, that ends within 30 days or has ended: at
     * the first look, once a day, and when it has come. To be called while no study runs, as often as one likes, for it
     * looks once a minute; a study that runs looks by itself.
     *
     * @param people is told in words; the notices of this agent are told as well, for the study {@code -}
     */
    public void lookAtCredentials(Consumer<String> people) {
        new Witness(notices, Role.SITE, site.name().value(), Witness.NO_STUDY, site.clock()).look(expiry, people);
    }

    private void tell(SecurityNotice notice) {
        boolean accepted = notice.kind() == Kind.PLAN_ACCEPTED;
        boolean isNew = true;
        if (accepted || notice.kind() == Kind.PLAN_REFUSED) {
            Set<String> said = judgements.computeIfAbsent(notice.origin().study(), name -> new HashSet<>());
            synchronized (said) {
                String judgement = accepted ? "" : notice.reason().orElse("-");
                if (accepted != said.contains("")) {
                    said.clear();
                }
                isNew = said.add(judgement);
            }
        }
        if (isNew) {
            notices.accept(notice);
        }
    }

    /**
     * Compares a plan with the rules of this site, as {@link Site#join} does.
     *
     * @param plan with its signatures, and its roster where it has secure aggregation
     * @param rows with the plan's variables; the same rows whenever this site joins the study
     * @param coordinator {@code HOST:PORT}
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when the rules refuse the plan, with every reason
     * @throws io.hedgerow.transport.study.StudyPlanException when the algorithm or a parameter is not known or has a
     *     wrong value
     * @throws io.hedgerow.transport.identity.IdentityException when others than the site may write to its files
     */
    public Membership join(SignedPlan plan, RowSource rows, String coordinator) {
        return join(plan, rows, coordinator, site.rules());
    }

    /**
     * The same with rules for this study, such as to hold its messages for approval, instead of the site's.
     *
     * @param plan with its signatures, and its roster where it has secure aggregation
     * @param rows with the plan's variables; the same rows whenever this site joins the study
     * @param coordinator {@code HOST:PORT}
     * @param rules file with what the site insists on in this study
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when the rules refuse the plan, with every reason
     * @throws io.hedgerow.transport.study.StudyPlanException when the algorithm or a parameter is not known or has a
     *     wrong value
     * @throws io.hedgerow.transport.identity.IdentityException when others than the site may write to its files
     */
    public Membership join(SignedPlan plan, RowSource rows, String coordinator, Path rules) {
        Site own =
                new Site(site.name(), site.identity(), rules, site.policy(), site.home(), site.clock(), site.anchors());
        return new Membership(SiteTerms.accept(own, plan, rows, files, this::tell), NodeAddress.dialled(coordinator));
    }
}
