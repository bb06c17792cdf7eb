// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.doctor;

import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.key.Passphrase;
import io.hedgerow.transport.internal.link.HttpProxy;
import io.hedgerow.transport.node.SiteHome;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What a site would join with. Nothing of it needs to exist.
 *
 * @param site its name in the plan
 * @param study the plan's file
 * @param roster of secure aggregation
 * @param rules what the site insists on
 * @param policy of the data set
 * @param identity keys and certificate
 * @param home what the site must not forget
 * @param anchors where the last hash of the ledger is kept, outside of the home
 * @param coordinator where it listens; empty to leave the network alone
 * @param proxy through which it is dialled; empty to dial directly
 * @param passphrase of the signing key, asked for where it is under one
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
        SiteHome home,
        Optional<Path> anchors,
        Optional<Address> coordinator,
        Optional<HttpProxy> proxy,
        Supplier<Passphrase> passphrase) {

    /**
     * Where a coordinator listens.
     *
     * @param host name or address
     */
    public record Address(String host, int port) {
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }
}
