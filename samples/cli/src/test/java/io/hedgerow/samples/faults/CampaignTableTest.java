// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.faults.Verdict.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class CampaignTableTest {

    private static CaseRun run(StudyKind kind, long seed, FaultKind fault, Verdict verdict) {
        List<Fault> faults = List.of(new Fault(fault, "site-1", 0.5, 100));
        FaultCase tried = new FaultCase(kind, seed, kind.settings().get(0), faults);
        return new CaseRun(tried, verdict, faults, List.of(), 1);
    }

    @Test
    void table_countsByKindOfStudyAndOfFault_andListsWhyCasesStopped() {
        List<String> table = CampaignTable.of(List.of(
                run(StudyKind.PLAIN, 1, FaultKind.KILL, new Verdict(Outcome.SAME_NETWORK, "")),
                run(StudyKind.PLAIN, 2, FaultKind.PAUSE, Verdict.broken("site-1 spent 2.5E-5 | twice\nand more")),
                run(StudyKind.PRIVATE, 3, FaultKind.KILL, new Verdict(Outcome.STOPPED_AND_WENT_ON, "no quorum")),
                run(StudyKind.PRIVATE, 4, FaultKind.KILL, new Verdict(Outcome.STOPPED_AND_WENT_ON, "no quorum"))));
        assertEquals(
                List.of(
                        "| study | cases | same network | network | stopped and went on | stopped at no cost | broken |",
                        "|---|--:|--:|--:|--:|--:|--:|",
                        "| plain | 2 | 1 | 0 | 0 | 0 | 1 |",
                        "| private | 2 | 0 | 0 | 2 | 0 | 0 |",
                        "",
                        "| fault that came | cases | same network | network | stopped and went on | stopped at no cost"
                                + " | broken |",
                        "|---|--:|--:|--:|--:|--:|--:|",
                        "| kill | 3 | 1 | 0 | 2 | 0 | 0 |",
                        "| pause | 1 | 0 | 0 | 0 | 0 | 1 |",
                        "",
                        "| outcome | reason or broken rule | cases |",
                        "|---|---|---|",
                        "| broken | site-N spent N / twice | 1: plain-2 |",
                        "| stopped and went on | no quorum | 2: private-3, private-4 |"),
                table);
    }
}
