// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The masking loops are compiled before the first vector needs them, where vectors are long. How fast they are is for
 * benchmarks.
 */
class WarmUpTest {

    private static final AggregationPolicy POLICY = AggregationPolicy.standard().with(Suite.CLASSICAL);
    private static final int SITES = 3;

    private static Study study(int variables) {
        return new Study(
                "study",
                VariableSchema.numbered(variables),
                ParameterLayout.linear(variables),
                SITES,
                new RoundPolicy(SITES, Duration.ofSeconds(30), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(5, 0.1, 0, PenaltySchedule.constant(10), PenaltySchedule.constant(1)),
                        LossScaling.PER_SITE,
                        0,
                        Centring.NONE,
                        CommunicationPolicy.economical(0.3).inSteps(),
                        1));
    }

    /** 316² and 317² are on either side of 100,000 lanes, with the lane that counts. */
    @ParameterizedTest
    @CsvSource({"3, false", "316, false", "317, true"})
    @Tag("slow")
    void joiningASession_warmsUpWhereVectorsAreLong(int variables, boolean warm) throws InterruptedException {
        SummedStudy sums = SummedStudy.changes(study(variables));
        List<SiteId> sites = List.of(new SiteId("a"), new SiteId("b"), new SiteId("c"));
        SimulatedConsortium consortium = new SimulatedConsortium(sites, POLICY);
        Map<SiteId, SecureUpdateProtector> protectors = new TreeMap<>();
        sites.forEach(site -> protectors.put(site, consortium.protector(site, sums)));
        consortium.aggregator(sums).prepare(new Task("study", 0, 1, Payload.empty(), Set.of()), new Direct(protectors));
        for (SecureUpdateProtector protector : protectors.values()) {
            assertEquals(warm, protector.session().orElseThrow().isWarm());
        }
    }

    /** Questions go straight to the sites. */
    private record Direct(Map<SiteId, SecureUpdateProtector> protectors) implements Dialogue {
        @Override
        public Set<SiteId> sites() {
            return protectors.keySet();
        }

        @Override
        public Map<SiteId, Payload> ask(Map<SiteId, Payload> questions) {
            Map<SiteId, Payload> answers = new TreeMap<>();
            questions.forEach((site, payload) -> protectors
                    .get(site)
                    .answer(new CoordinatorMessage.Question("study", 0, 0, payload))
                    .ifPresent(answer -> answers.put(site, answer)));
            return answers;
        }

        @Override
        public void tell(Map<SiteId, Payload> messages) {
            ask(messages);
        }
    }
}
