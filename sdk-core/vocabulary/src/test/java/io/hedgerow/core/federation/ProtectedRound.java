// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.List;

/** Protectors and aggregator of one study, and the updates with which their contracts try them. */
public interface ProtectedRound {

    /** The sites of the study. */
    List<SiteId> SITES = List.of(new SiteId("a"), new SiteId("b"), new SiteId("c"));

    /** The protector of one site. */
    UpdateProtector protector(SiteId site);

    /** The coordinator's end. */
    Aggregator aggregator();

    /** How the aggregator reaches the protectors; by default it must not. */
    default Dialogue dialogue() {
        return NoDialogue.REFUSED;
    }

    /** A study of three variables, three sites and fixed-point values. */
    static Study study() {
        return new Study(
                "contract",
                VariableSchema.numbered(3),
                ParameterLayout.linear(3),
                SITES.size(),
                new RoundPolicy(SITES.size(), Duration.ofSeconds(30), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(5, 0.1, 0, PenaltySchedule.constant(10), PenaltySchedule.constant(1)),
                        LossScaling.PER_SITE,
                        0,
                        Centring.NONE,
                        CommunicationPolicy.economical(0.3),
                        1));
    }

    /** Another sparse change for each site, in multiples of the resolution. */
    static Update update(SiteId site, int round) {
        int which = SITES.indexOf(site);
        return new Update(site, study().name(), round, SparseChange.of(new int[] {which, which + 3, 8}, new double[] {
            0.25, -1.5, which + 0x1p-13
        }));
    }
}
