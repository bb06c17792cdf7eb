// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import io.hedgerow.dp.site.BudgetRequest;
import io.hedgerow.dp.site.Ledgers;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public final class PrivacyOptions {

    @Option(
            names = "--privacy",
            paramLabel = "BUDGET",
            description =
                    "epsilon=E[,delta=D][,unit=COLUMN][,adjacency=zero-out,n0=N][,noise=NAME] of the whole run, for "
                            + "every site; delta is 1/n^2 unless given, and no more than a policy allows. COLUMN names "
                            + "the users to protect; unit=record, or none, protects single rows. With zero-out N is a "
                            + "public number that replaces each site's number of rows or users. noise is discrete, or "
                            + "a source whose jar is on the class path.")
    private @Nullable String privacy;

    @Option(
            names = "--ledger",
            paramLabel = "DIR",
            description = "Keep one ledger per file in DIR: what was spent before counts. Without it the budget is"
                    + " forgotten when the command ends.")
    private @Nullable Path ledger;

    @Option(
            names = "--anchors",
            paramLabel = "DIR",
            description = "With --ledger: keep the last hash of every ledger in DIR too, outside of the ledgers and of"
                    + " their backups, so that an older copy of them that was put back is refused.")
    private @Nullable Path anchors;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            description =
                    "The sites' policy (YAML): budget, cap per study, floors. With it --privacy may ask for less. A"
                            + " policy that names a dataset is of one file, which is charged under that name.")
    private @Nullable Path policy;

    /** The ledgers and the budget that the options name. */
    public Ledgers ledgers() {
        Ledgers kept = ledger().map(Ledgers::in).orElseGet(Ledgers::insecureInMemory);
        Ledgers allowed = policy().map(kept::policy).orElse(kept);
        Ledgers asked = request().map(allowed::budget).orElse(allowed);
        if (privacy == null && policy == null) {
            throw new IllegalArgumentException(
                    "a private algorithm needs a budget: give --privacy epsilon=E, or --policy FILE");
        }
        asked.request(); // refuses a policy that promises something else
        if (anchors != null && ledger == null) {
            throw new IllegalArgumentException("--anchors keeps the last hashes of ledgers: also give --ledger DIR");
        }
        return anchors().map(asked::anchoredIn).orElse(asked);
    }

    public Optional<BudgetRequest> request() {
        return Optional.ofNullable(privacy).map(PrivacyRequest::parse);
    }

    /** Whether the unit of privacy is stated: by the request or by a policy. */
    public boolean saysUnit() {
        return policy != null || (privacy != null && PrivacyRequest.saysUnit(privacy));
    }

    public Optional<Path> ledger() {
        return Optional.ofNullable(ledger);
    }

    public Optional<Path> anchors() {
        return Optional.ofNullable(anchors);
    }

    public Optional<Path> policy() {
        return Optional.ofNullable(policy);
    }

    public Optional<String> firstGiven() {
        if (privacy != null) {
            return Optional.of("--privacy");
        }
        if (ledger != null) {
            return Optional.of("--ledger");
        }
        if (anchors != null) {
            return Optional.of("--anchors");
        }
        return policy == null ? Optional.empty() : Optional.of("--policy");
    }
}
