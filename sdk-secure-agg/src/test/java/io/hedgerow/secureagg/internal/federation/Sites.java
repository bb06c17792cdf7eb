// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Sites with rows of a chain x1 → x2 → …, each with other rows. */
final class Sites {

    private Sites() {}

    static List<SiteData> simulated(int sites, int variables, int rows) {
        Random random = new Random(17);
        List<SiteData> all = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            List<double[]> data = new ArrayList<>();
            for (int n = 0; n < rows; n++) {
                double[] row = new double[variables];
                for (int j = 0; j < variables; j++) {
                    row[j] = random.nextGaussian() + (j > 0 ? 0.9 * row[j - 1] : 0);
                }
                data.add(row);
            }
            all.add(SiteData.of(
                    new DatasetIdentity("site " + p),
                    InMemoryRows.of(VariableSchema.numbered(variables), data.toArray(double[][]::new))));
        }
        return all;
    }

    static Study study(int sites, CommunicationPolicy communication) {
        return study(sites, communication, 1);
    }

    static Study study(int sites, CommunicationPolicy communication, int quorum) {
        return new Study(
                "study",
                VariableSchema.numbered(3),
                ParameterLayout.linear(3),
                sites,
                new RoundPolicy(quorum, Duration.ofSeconds(30), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(5, 0.1, 0, PenaltySchedule.constant(10), PenaltySchedule.constant(1)),
                        LossScaling.PER_SITE,
                        0,
                        Centring.NONE,
                        communication,
                        1));
    }
}
