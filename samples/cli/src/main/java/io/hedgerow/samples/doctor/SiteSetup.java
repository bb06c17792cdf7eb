// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteHome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The files and addresses that a site would use to join a study. None of them needs to exist.
 *
 * @param roster of secure aggregation
 * @param waiting is told for how long a database of the rows was silent
 * @param home the directory of the site's permanent records
 * @param anchors where the last hash of the ledger is kept, outside of the home
 * @param coordinator its address; empty to skip the network
 * @param proxy through which it is dialled; empty to dial directly
 * @param passphrase of the signing key, requested where it is encrypted
 */
public record SiteSetup(
        String site,
        Path study,
        Optional<Path> roster,
        Path rules,
        Optional<Path> policy,
        IdentityDirectory identity,
        Path data,
        UnaryOperator<CsvOptions> format,
        Consumer<Duration> waiting,
        SiteHome home,
        Optional<Path> anchors,
        Optional<Address> coordinator,
        Optional<HttpProxy> proxy,
        Supplier<Passphrase> passphrase) {

    /** The site as it would join. */
    Site joining() {
        return new Site(new SiteId(site), identity, rules, policy, home, InstantSource.system(), anchors);
    }

    public record Address(String host, int port) {
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }
}
