// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.ledger.SitePolicy;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.learn.sites.FormatOptions;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.LogEvent;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.samples.queue.QueuedStudy.State;
import io.hedgerow.samples.queue.StudyQueue;
import io.hedgerow.samples.queue.StudyRunner;
import io.hedgerow.samples.source.SourceFile;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.link.NodeAddress;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteAgent;
import io.hedgerow.transport.node.SiteEvent;
import io.hedgerow.transport.node.SiteHome;
import io.hedgerow.transport.node.StudyEnd;
import io.hedgerow.transport.security.SecurityNotices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hedgerow agent}: takes part in several studies with one process of a site. */
@Command(
        name = "agent",
        description = {
            "Take part with the rows of this site in several studies: those that queue submit put into --studies.",
            "",
            "Each study is checked against the site's rules, and joined when the coordinator runs it. One ledger pays "
                    + "for all: a study that the rest of the data set's budget does not cover is refused, and so is "
                    + "one that the rules refuse. A study that fails, is refused, or waits for an approval leaves the "
                    + "others alone.",
            "",
            "If it is killed, start it again: each study goes on where it was. Studies with a budget must have the "
                    + "same columns, those of the ledger. Start no site join with the same --home at a time."
        })
public final class AgentCommand extends SubCommand {

    @Option(names = "--site", required = true, paramLabel = "NAME", description = "This site's name in the plans.")
    @SuppressWarnings("NullAway.Init") // required
    private String site;

    @Option(
            names = "--studies",
            required = true,
            paramLabel = "DIR",
            description = "The directory of the studies, see queue.")
    @SuppressWarnings("NullAway.Init") // required
    private Path studies;

    @Option(
            names = "--rules",
            required = true,
            paramLabel = "FILE",
            description = "What this site insists on, a YAML file with the section join; a study that was submitted "
                    + "with its own --rules has those instead.")
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
            description = "The rows, as for site join; a study reads the columns that its plan names.")
    @SuppressWarnings("NullAway.Init") // required
    private Path data;

    @Mixin
    private FormatOptions format = new FormatOptions();

    @Option(
            names = "--home",
            required = true,
            paramLabel = "DIR",
            description = "The directory of what must survive a restart, for all studies: ledger, journals, egress "
                    + "log, security log.")
    @SuppressWarnings("NullAway.Init") // required
    private Path home;

    @Option(
            names = "--anchors",
            paramLabel = "DIR",
            description = "Keep the last hash of the ledger in DIR too, outside of --home and of its backups, so that "
                    + "an older home that was put back is refused.")
    private @Nullable Path anchors;

    @Option(
            names = "--coordinator",
            required = true,
            paramLabel = "HOST:PORT",
            description = "Where the coordinator listens. HOST must be in its certificate.")
    @SuppressWarnings("NullAway.Init") // required
    private String coordinator;

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

    @Option(
            names = "--at-once",
            paramLabel = "N",
            description = "Take part in at most N studies at a time; default ${DEFAULT-VALUE}. No fewer than the hub "
                    + "runs, or sites may wait for each other in different studies.")
    private int atOnce = 16;

    @Option(
            names = "--once",
            description = "End when no study waits or runs any more; exit code 7 if one failed or was cancelled. "
                    + "Without it the agent waits for further studies until Ctrl-C.")
    private boolean once;

    @Mixin
    private PassphraseOptions passphrase = new PassphraseOptions();

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Override
    public EventLog.Format logFormat() {
        return service.logFormat();
    }

    @Override
    public List<Example> examples() {
        return List.of(
                new Example(
                        "Take part in the studies of a directory",
                        "agent --site north --studies studies --rules join.yaml --policy policy.yaml --identity"
                                + " identity --data rows.csv --home state --coordinator hub.example.org:7433"),
                new Example("As a service, with these options in a file", "agent --config agent.yaml"));
    }

    @Override
    public Result run(CommandContext context) throws IOException, InterruptedException {
        NodeAddress.parse("--coordinator", coordinator, 1);
        if (atOnce < 1) {
            throw new IllegalArgumentException("--at-once must be at least 1 study, was " + atOnce);
        }
        if (proxy == null && proxyCredentials != null) {
            throw new IllegalArgumentException("--proxy-credentials needs a proxy: also give --proxy HOST:PORT");
        }
        if (policy != null && SourceFile.dataset(data).isPresent()) {
            SourceFile.requireOf(data, SitePolicy.read(policy).dataset());
        }
        Site own = new Site(
                new SiteId(site),
                new IdentityDirectory(identity),
                rules,
                Optional.ofNullable(policy),
                new SiteHome(home),
                context.clock(),
                Optional.ofNullable(anchors));
        CommandContext here = context.withoutProgress();
        Optional<SecurityNotices> notices = service.securityNotices();
        SiteAgent agent = new SiteAgent(own, notice -> notices.ifPresent(open -> open.accept(notice)));
        Optional<StatusServer> probes = service.probes(context, Optional.empty(), Optional::empty);
        try {
            List<QueuedStudy> all = new StudyRunner(
                            new StudyQueue(studies),
                            new Joined(here, own, agent),
                            new StudyRunner.Limits(atOnce, Long.MAX_VALUE),
                            here)
                    .run(once);
            boolean well = all.stream().allMatch(study -> study.state() == State.ENDED);
            return QueueCommand.report(all).endingWith(well ? ExitCode.OK : ExitCode.STUDY_ENDED);
        } finally {
            probes.ifPresent(StatusServer::close);
            ServiceOptions.close(notices, context);
        }
    }

    private final class Joined implements StudyRunner.Work {

        private final CommandContext context;
        private final Site own;
        private final SiteAgent agent;
        /**
         * Those that the coordinator would let in: they are complete before their thread begins, so that it pays at
         * once.
         */
        private final Map<String, Membership> ready = new ConcurrentHashMap<>();

        Joined(CommandContext context, Site own, SiteAgent agent) {
            this.context = context;
            this.own = own;
            this.agent = agent;
        }

        private Membership membership(QueuedStudy study) throws IOException {
            SignedPlan signed = study.plan();
            Membership membership = agent.join(
                    signed,
                    SourceFile.open(data, format.ofSite(data, signed.reading(own.name()))),
                    coordinator,
                    study.rules().orElse(rules));
            membership.withPassphrase(passphrase.typed(own.identity().signingKey()));
            return proxy == null ? membership : membership.withProxy(proxy, Optional.ofNullable(proxyCredentials));
        }

        @Override
        public Set<String> look(List<QueuedStudy> all) {
            return Set.of();
        }

        @Override
        public Optional<String> waitsFor(QueuedStudy study) throws IOException {
            Membership membership = membership(study);
            Optional<String> why = membership.waitsFor();
            if (why.isEmpty()) {
                ready.put(study.name(), membership);
            }
            return why;
        }

        @Override
        public long bytes(QueuedStudy study) {
            return 1;
        }

        @Override
        public String run(QueuedStudy study) throws InterruptedException {
            try (Membership membership =
                    Objects.requireNonNull(ready.remove(study.name()), "it was asked for before")) {
                StudyEnd end = membership.run(event -> tell(study.name(), event));
                return end.before()
                        ? "had ended before"
                        : end.state().map(Words::dashed).orElse("without a result");
            }
        }

        private void tell(String study, SiteEvent event) {
            switch (event.kind()) {
                case TASK -> context.step(event("task", study, event).ofRound(event.round()));
                case NOTE -> context.note(event("site-note", study, event));
            }
        }

        private LogEvent event(String name, String study, SiteEvent event) {
            return LogEvent.of(name, "study " + study + ": " + event.text())
                    .ofStudy(study)
                    .ofSite(site);
        }
    }
}
