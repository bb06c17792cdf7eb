package io.hedgerow.transport.node;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityDirectory;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * What a site brings into a study.
 *
 * @param site its name, as in its certificate and in the plan
 * @param identity its keys and certificate
 * @param rules the file with what it insists on
 * @param policy of its data set; needed where a plan has a budget
 * @param rows its records, closed
 * @param home what it must not forget
 */
public record Site(
        SiteId site, IdentityDirectory identity, Path rules, Optional<Path> policy, RowSource rows, SiteHome home) {
    public Site {
        Objects.requireNonNull(site, "site");
        Objects.requireNonNull(identity, "identity");
        Objects.requireNonNull(rules, "rules");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(home, "home");
    }
}
