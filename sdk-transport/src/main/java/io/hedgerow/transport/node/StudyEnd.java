// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.dp.ledger.AccountedLedger;
import io.hedgerow.dp.ledger.SpentReport;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.internal.egress.EgressLog.EgressTotals;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a study at a site.
 *
 * @param study its name
 * @param state how it ended; empty when the site was told so before this run, or was stopped
 * @param before whether the site had been told the end before this run
 * @param messagesSent of all studies so far
 * @param bytesSent of all studies so far
 * @param spent of the data set, over all studies; empty without a budget
 * @param consensus of the last round that the site took part in
 * @param personal the network with weights of this site's rows alone, or the one that the method gave this site, where
 *     {@link Membership#personalised} asked for it and the study ended with a network. Exact, so it must stay at the
 *     site
 * @param hindrances what kept other sites from answering at the end, as the coordinator said; empty when nothing did
 */
public record StudyEnd(
        String study,
        Optional<StudyState> state,
        boolean before,
        long messagesSent,
        long bytesSent,
        Optional<SpentReport> spent,
        Parameters consensus,
        Optional<NamedNetwork> personal,
        List<Hindrance> hindrances) {
    public StudyEnd {
        hindrances = List.copyOf(hindrances);
    }

    static StudyEnd before(String study, EgressTotals totals, Parameters consensus, Optional<NamedNetwork> personal) {
        return new StudyEnd(
                study,
                Optional.empty(),
                true,
                totals.messages(),
                totals.bytes(),
                Optional.empty(),
                consensus,
                personal,
                List.of());
    }

    static StudyEnd of(
            String study,
            Optional<CoordinatorMessage.Outcome> outcome,
            EgressTotals totals,
            Optional<AccountedLedger> ledger,
            Parameters consensus,
            Optional<NamedNetwork> personal,
            List<Hindrance> hindrances) {
        return new StudyEnd(
                study,
                outcome.map(CoordinatorMessage.Outcome::state),
                false,
                totals.messages(),
                totals.bytes(),
                ledger.map(AccountedLedger::spent),
                consensus,
                personal,
                hindrances);
    }
}
