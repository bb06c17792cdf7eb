// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.AggregatorContract;
import io.hedgerow.core.federation.ProtectedRound;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.federation.UpdateProtectorContract;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InsecurePlainUploadTest {

    private static ProtectedRound plain(Study study) {
        InsecurePlainUpload upload = new InsecurePlainUpload(study);
        return new ProtectedRound() {
            @Override
            public UpdateProtector protector(SiteId site) {
                return upload;
            }

            @Override
            public Aggregator aggregator() {
                return upload;
            }
        };
    }

    @Nested
    class AsAggregator extends AggregatorContract {
        @Override
        protected ProtectedRound newRound(Study study, List<SiteId> sites) {
            return plain(study);
        }
    }

    @Nested
    class AsProtector extends UpdateProtectorContract {
        @Override
        protected ProtectedRound newRound(Study study, List<SiteId> sites) {
            return plain(study);
        }
    }

    private static void check(InsecurePlainUpload upload, Study study, double value) {
        SparseChange change = SparseChange.of(new int[] {1}, new double[] {value});
        upload.check(
                0,
                new ProtectedUpdate(
                        new SiteId("a"),
                        study.name(),
                        0,
                        upload.id(),
                        new ChangeCodec(study.layout().size(), study.communication()).encode(change)));
    }

    private static InsecurePlainUpload of(Study study, SumForm sums, boolean exact) {
        return new InsecurePlainUpload(study, sums.largestSeen(exact));
    }

    @Test
    void finiteNonsense_isRefusedOfTheSiteThatSentIt() {
        Study study = Fixtures.study(2, 3, 2, CommunicationPolicy.exact());
        InsecurePlainUpload noisy = of(study, new SumForm.OwnNoise(), false);
        check(noisy, study, -0x1p400);
        assertThrows(ProtocolException.class, () -> check(noisy, study, 1e155));
        assertThrows(ProtocolException.class, () -> check(noisy, study, -1.7e308));
        // a study that diverges ends as that
        check(of(study, new SumForm.Changes(), false), study, -1.7e308);
    }

    @Test
    void releaseWithNoise_hasTheBoundThatMaskedSitesHave_andExactOnesInUnitsOfColumnsHaveNot() {
        Study study = Fixtures.study(2, 3, 2, CommunicationPolicy.exact());
        SumForm statistic = new SumForm.Statistic(0x1p45, "release");
        InsecurePlainUpload release = of(study, statistic, false);
        check(release, study, -0x1p45);
        assertThrows(ProtocolException.class, () -> check(release, study, 0x1.8p45));
        check(of(study, statistic, true), study, 1e30);
    }
}
