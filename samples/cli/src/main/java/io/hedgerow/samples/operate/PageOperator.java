// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.output.CommandContext;
import io.hedgerow.samples.output.EventLog.LogEvent;
import io.hedgerow.transport.internal.status.server.StatusServer.StatusOperator;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.security.SecurityNotice;
import io.hedgerow.transport.security.SecurityNotices;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Excludes sites at the request of users of the status page, like {@code coordinator exclude}, and logs who requested
 * it.
 */
public record PageOperator(
        CoordinatorNode node, SignedPlan signed, Optional<SecurityNotices> notices, CommandContext context)
        implements StatusOperator {

    /** Less than the time of a request. */
    private static final Duration ANSWER = Duration.ofSeconds(8);

    @Override
    public Optional<String> exclude(SiteId site, String user) throws InterruptedException {
        context.warn(LogEvent.of(
                        "warning", "user " + user + " of the status page asks to go on without site " + site.value())
                .ofStudy(signed.plan().name())
                .ofSite(site.value()));
        try {
            return node.exclude(signed, site, ANSWER)
                    ? Optional.empty()
                    : Optional.of("the coordinator has not decided yet: the request waits for it");
        } catch (PolicyRefusedException | IllegalArgumentException e) {
            return Optional.of(Words.reason(e));
        }
    }

    @Override
    public void refused(String user) {
        notices.ifPresent(open -> open.accept(new SecurityNotice(
                context.clock().instant(),
                SecurityNotice.Kind.ROLE_REFUSED,
                new SecurityNotice.Origin(
                        SecurityNotice.Role.COORDINATOR,
                        signed.plan().coordinator(),
                        signed.plan().name()),
                Optional.of("needs-operate"),
                Optional.of(user),
                Map.of())));
    }
}
