// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study.options;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.samples.cli.command.WaitingNote;
import io.hedgerow.samples.doctor.PlannedReading;
import io.hedgerow.samples.doctor.SiteSetup;
import io.hedgerow.samples.learn.sites.FormatOptions;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.source.SourceFile;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.internal.link.NodeAddress;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteHome;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a site: identity, data, rules, policy and the coordinator's address. */
public final class MemberOptions {

    /** The option that only a check of the other ones can do without. */
    public static final String COORDINATOR = "--coordinator";

    @Option(names = "--site", required = true, paramLabel = "NAME", description = "This site's name in the plan.")
    @SuppressWarnings("NullAway.Init") // required
    private String site;

    @Option(
            names = "--rules",
            required = true,
            paramLabel = "FILE",
            description = "What this site insists on, a YAML file with the section join.")
    @SuppressWarnings("NullAway.Init") // required
    private Path rules;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description = "The policy of the data set, with its budget; needed if a plan has a budget.")
    private @Nullable Path policy;

    @Option(
            names = "--identity",
            required = true,
            paramLabel = "DIR",
            description = "The site's keys and certificate, see enrol.")
    @SuppressWarnings("NullAway.Init") // required
    private Path identity;

    @Option(
            names = "--data",
            required = true,
            paramLabel = "FILE",
            description =
                    "The rows: a CSV file, plain or .gz, a file of a connector (Arrow, Parquet), or a .yaml file with"
                            + " a database query that gives them. A study reads the columns that its plan names.")
    @SuppressWarnings("NullAway.Init") // required
    private Path data;

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = "--home",
            required = true,
            paramLabel = "DIR",
            description = "The directory of what must survive a restart: ledger, journals, egress log, security log.")
    @SuppressWarnings("NullAway.Init") // required
    private Path home;

    @Option(
            names = "--anchors",
            paramLabel = "DIR",
            description = "Keep the last hash of the ledger in DIR too, outside of --home and of its backups, so that "
                    + "an older home that was put back is refused. Asked for again as the policy says.")
    private @Nullable Path anchors;

    @Option(
            names = COORDINATOR,
            paramLabel = "HOST:PORT",
            description = "Where the coordinator listens. HOST must be in its certificate.")
    private @Nullable String coordinator;

    @Option(
            names = "--proxy",
            paramLabel = "HOST:PORT",
            description = "Dial through this proxy, by HTTP's CONNECT. TLS stays between site and coordinator.")
    private @Nullable String proxy;

    @Option(
            names = "--proxy-credentials",
            paramLabel = "FILE",
            description = "A file with one line, USER:PASSWORD, for a proxy that wants a password; only its "
                    + "owner may read it.")
    private @Nullable Path proxyCredentials;

    @Mixin
    private PassphraseOptions passphrase = new PassphraseOptions();

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    public String name() {
        return site;
    }

    public Path rules() {
        return rules;
    }

    public ServiceOptions service() {
        return service;
    }

    /** The coordinator's address; one that is none is refused. */
    public Optional<String> coordinator() {
        requireAddresses();
        return Optional.ofNullable(coordinator);
    }

    /** The site; an address that is none, and rows of another data set than the policy's, are refused. */
    public Site site(InstantSource clock) {
        requireAddresses();
        if (policy != null && SourceFile.dataset(data).isPresent()) {
            SourceFile.requireOf(data, SitePolicy.read(policy).dataset());
        }
        return new Site(
                new SiteId(site),
                new IdentityDirectory(identity),
                rules,
                Optional.ofNullable(policy),
                new SiteHome(home),
                clock,
                Optional.ofNullable(anchors));
    }

    /** What a check of these options looks at. */
    public SiteSetup setup(PlanOptions plan, CommandContext context) {
        return new SiteSetup(
                site,
                plan.study(),
                plan.roster(),
                rules,
                Optional.ofNullable(policy),
                new IdentityDirectory(identity),
                data,
                this::reading,
                WaitingNote.database(context),
                new SiteHome(home),
                Optional.ofNullable(anchors),
                coordinator()
                        .map(text -> NodeAddress.parse(COORDINATOR, text, 1))
                        .map(parsed -> new SiteSetup.Address(parsed.getHostString(), parsed.getPort())),
                Optional.ofNullable(proxy).map(text -> HttpProxy.of(text, Optional.ofNullable(proxyCredentials))),
                passphrase.of(new IdentityDirectory(identity).signingKey()));
    }

    private CsvOptions reading(CsvOptions planned) {
        return format.ofSite(data, planned);
    }

    /** The rows of a study, closed; who runs it is told of a database that does not answer. */
    public RowSource rows(SignedPlan signed, CommandContext context) {
        return SourceFile.open(
                data,
                reading(PlannedReading.of(signed, new SiteId(site))),
                signed.plan().deadline(),
                WaitingNote.database(context));
    }

    private void requireAddresses() {
        if (coordinator != null) {
            NodeAddress.parse(COORDINATOR, coordinator, 1);
        }
        if (proxy == null && proxyCredentials != null) {
            throw new IllegalArgumentException("--proxy-credentials needs a proxy: also give --proxy HOST:PORT");
        }
    }

    /** Tells the coordinator, where there is one, that and by what this site declines a study. */
    public void decline(Site here, SignedPlan signed, PrivacyException why) {
        coordinator()
                .ifPresent(address -> here.decline(
                        signed, address, why, Optional.ofNullable(proxy), Optional.ofNullable(proxyCredentials)));
    }

    public Membership withKeys(Membership membership) {
        membership.withPassphrase(passphrase.typed(new IdentityDirectory(identity).signingKey()));
        return proxy == null ? membership : membership.withProxy(proxy, Optional.ofNullable(proxyCredentials));
    }
}
