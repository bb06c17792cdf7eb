// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.AggregatorContract;
import io.hedgerow.core.federation.ProtectedRound;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.federation.UpdateProtectorContract;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.Study;
import java.util.List;
import org.junit.jupiter.api.Nested;

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
}
