// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PrivacyException;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.cli.command.SubCommand;
import io.hedgerow.samples.cli.study.options.MemberOptions;
import io.hedgerow.samples.cli.study.options.RunnerOptions;
import io.hedgerow.samples.cli.study.options.ServiceOptions;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.queue.Need;
import io.hedgerow.samples.queue.QueuedStudy;
import io.hedgerow.samples.queue.StudyWork;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteAgent;
import io.hedgerow.transport.node.SiteEvent;
import io.hedgerow.transport.node.StudyEnd;
import io.hedgerow.transport.security.SecurityNotices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "agent",
        description = {
            "Take part with the rows of this site in several studies: those that queue submit put into --studies.",
            "",
            "Each study is checked against the site's rules, and joined when the coordinator runs it. One ledger pays "
                    + "for all: a study that the rest of the data set's budget does not cover is refused, and so is "
                    + "one that the rules refuse, those of --rules unless it was submitted with rules of its own. "
                    + "A study that fails, is refused, or waits for an approval leaves the "
                    + "others alone.",
            "",
            "If it is killed, start it again: each study goes on where it was. Studies with a budget must have the "
                    + "same columns, those of the ledger. Start no site join with the same --home at a time. "
                    + "--at-once must be no less than that of the hub, or sites may wait for each other in different "
                    + "studies."
        })
public final class AgentCommand extends SubCommand {

    @Mixin
    private MemberOptions own = new MemberOptions();

    @Mixin
    private RunnerOptions runner = new RunnerOptions(16);

    @Override
    public Set<String> required() {
        return Set.of(MemberOptions.COORDINATOR);
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
        Site here = own.site(context.clock());
        Optional<SecurityNotices> notices = own.service().securityNotices();
        SiteAgent agent = new SiteAgent(here, notice -> notices.ifPresent(open -> open.accept(notice)));
        Optional<StatusServer> probes = own.service().probes(context, Optional.empty(), Optional::empty);
        try {
            CommandContext quiet = context.withoutProgress();
            return QueueCommand.ended(runner.run(new Joined(quiet, here, agent), Need.ANY, quiet), true);
        } finally {
            probes.ifPresent(StatusServer::close);
            ServiceOptions.close(notices, context);
        }
    }

    private final class Joined implements StudyWork {

        private final CommandContext context;
        private final Site here;
        private final SiteAgent agent;
        /** Those that the coordinator would let in, complete before their thread begins, so that it pays at once. */
        private final Map<String, Membership> ready = new ConcurrentHashMap<>();

        Joined(CommandContext context, Site here, SiteAgent agent) {
            this.here = here;
            this.context = context;
            this.agent = agent;
        }

        private Membership membership(QueuedStudy study) throws IOException {
            SignedPlan signed = study.plan();
            Path rules = study.rules(own.rules()); // at once: to find the rows may take long
            try {
                return own.withKeys(agent.join(
                        signed, own.rows(signed, context), own.coordinator().orElseThrow(), rules));
            } catch (PrivacyException e) {
                if (!isPaidOrUnknown(study)) { // it waits with one that is paid for, and declines nothing
                    own.decline(here, signed, e);
                }
                throw e;
            }
        }

        @Override
        public Set<String> look(List<QueuedStudy> all) {
            return Set.of();
        }

        @Override
        public void idle() {
            agent.lookAtCredentials(text ->
                    context.warn(LogEvent.of(CoordinatorWatch.ENDS, text).ofSite(own.name())));
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
        public boolean hasBegun(QueuedStudy study) {
            return !Files.notExists(here.home().journal(study.name())) || isPaid(study);
        }

        private boolean isPaidOrUnknown(QueuedStudy study) {
            try {
                return isPaid(study);
            } catch (LedgerException e) {
                return true;
            }
        }

        @Override
        public boolean isPaid(QueuedStudy study) {
            Path ledger = here.home().ledger();
            return LedgerHistory.isIn(ledger)
                    && LedgerHistory.read(ledger).spent().studies().stream()
                            .anyMatch(spent -> spent.study().equals(study.name()));
        }

        @Override
        public Need need(QueuedStudy study) {
            return Need.NOTHING;
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
                case WAITING -> context.warn(event("site-waits", study, event));
                case WARNING -> context.warn(event("site-warning", study, event));
            }
        }

        private LogEvent event(String name, String study, SiteEvent event) {
            return LogEvent.of(name, "study " + study + ": " + event.text())
                    .ofStudy(study)
                    .ofSite(own.name());
        }
    }
}
