// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/**
 * The campaign of faults, and the table of its outcomes in {@code target/faults.md}. Not a part of the gate; {@code mvn
 * -Pfaults -Dquick test} runs it. {@code -Dfaults.kinds=plain,masked,private,queried} says which studies,
 * {@code -Dfaults.first=N} and {@code -Dfaults.seeds=N} which seeds of each, {@code -Dfaults.parallel=N} how many at
 * once. {@code -Dfaults.with=full-disk} leaves out seeds without such a fault. {@code -Dfaults.keep=true} keeps the
 * files of all cases and not only of those that broke a rule; {@code -Dfaults.processes=true} makes every party a
 * process, also those to which nothing happens. {@code -Dfaults.resume=WORDS} are words for the coordinator when it is
 * started again after a stop.
 */
class FaultCampaignRun {

    /** Parties in this process do not say what breaks below them, as the program itself does not. */
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    private static final Path OUT = Path.of("target", "faults");

    @Test
    void everyStudy_givesItsNetwork_orStopsWithAReasonAndAWayToGoOn() throws Exception {
        GRPC.setLevel(Level.OFF);
        long first = Long.getLong("faults.first", 1);
        long seeds = Long.getLong("faults.seeds", 50);
        String with = System.getProperty("faults.with", "");
        List<FaultCase> cases = new ArrayList<>();
        for (String name : System.getProperty("faults.kinds", "plain,masked,private,queried")
                .split(",", -1)) {
            StudyKind kind = StudyKind.of(name);
            if (kind == StudyKind.QUERIED && !QueriedRows.isPossible()) {
                continue;
            }
            for (long seed = first; seed < first + seeds; seed++) {
                FaultCase drawn = FaultCase.draw(kind, seed);
                if (drawn.faults().stream()
                        .anyMatch(fault -> fault.kind().dashed().startsWith(with))) {
                    cases.add(drawn);
                }
            }
        }
        List<CaseRun> runs = new FaultCampaign(OUT, Integer.getInteger("faults.parallel", 1), System.out).run(cases);
        List<String> table = new ArrayList<>(CampaignTable.of(runs));
        if (!SmallDisk.isPossible()) {
            table.addAll(List.of("", "**Full disks were left out**: no file system can be mounted here."));
        }
        if (!QueriedRows.isPossible()) {
            table.addAll(List.of("", "**Databases were left out**: PostgreSQL is not installed here."));
        }
        table.forEach(System.out::println);
        Files.write(OUT.resolveSibling("faults.md"), table);
        assertEquals(
                List.of(),
                runs.stream()
                        .filter(run -> run.verdict().outcome() == Verdict.Outcome.BROKEN)
                        .map(run -> run.tried().name() + ": " + run.verdict().detail())
                        .toList());
    }
}
