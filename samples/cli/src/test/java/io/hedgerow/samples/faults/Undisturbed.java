// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a study leaves to which nothing happens.
 *
 * @param carried bytes of each site's network and of its source
 * @param network its file
 * @param spent by site, as its ledger says; nothing where there is no budget
 */
record Undisturbed(FaultedStudy.Carried carried, String network, Map<String, Spent> spent) {

    private static final Duration LONGEST = Duration.ofMinutes(4);

    /** Runs it, in a directory of its own. */
    static Undisturbed of(StudySetting setting, boolean queried, Path directory)
            throws IOException, InterruptedException {
        Trace trace = new Trace();
        try (FaultedStudy study = new FaultedStudy(directory, setting, queried, trace)) {
            boolean ended = study.run(List.of(), FaultedStudy.Carried.NOTHING, List.of(), LONGEST);
            for (Party party : study.parties()) {
                if (!ended || party.ended().orElse(-1) != 0) {
                    throw new IllegalStateException(
                            "without a fault, " + setting.name() + " must end with 0 everywhere: " + trace.lines() + " "
                                    + party.name() + ": " + party.said());
                }
            }
            Map<String, Spent> spent = new TreeMap<>();
            for (String site : study.sites()) {
                Optional<Spent> one = Spent.of(study.home(site));
                one.ifPresent(known -> spent.put(site, known));
            }
            return new Undisturbed(
                    new FaultedStudy.Carried(study.carried(), study.queried()),
                    Files.readString(study.result().resolve("network.csv")),
                    spent);
        }
    }
}
