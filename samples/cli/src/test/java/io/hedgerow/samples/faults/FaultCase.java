// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** A study and what happens to it, as a seed says. */
record FaultCase(StudyKind kind, long seed, StudySetting setting, List<Fault> faults) {

    private static final int MOST_FAULTS = 4;

    FaultCase {
        faults = List.copyOf(faults);
    }

    /** Draws setting and faults; the same kind and seed give the same case. */
    static FaultCase draw(StudyKind kind, long seed) {
        List<FaultKind> kinds = kind.faults();
        SplittableRandom random = random(kind, seed);
        StudySetting setting =
                kind.settings().get(random.nextInt(kind.settings().size()));
        List<Fault> faults = new ArrayList<>();
        int count = random.nextInt(1, MOST_FAULTS + 1);
        for (int k = 0; k < count; k++) {
            FaultKind fault = kinds.get(random.nextInt(kinds.size()));
            if (fault == FaultKind.SOURCE_WRONG_ROWS && !setting.hasBudget()) {
                fault = FaultKind.SOURCE_SILENT; // an exact study does not declare how many rows there are
            }
            // the last number is the coordinator
            int party = random.nextInt(1, setting.sites() + (fault.isOfProcess() ? 2 : 1));
            faults.add(new Fault(
                    fault,
                    party > setting.sites() ? Party.COORDINATOR : "site-" + party,
                    // some before anything was read
                    fault.isOfSource() && random.nextInt(4) == 0 ? 0 : random.nextDouble(),
                    fault.millis(random)));
        }
        faults.sort(Comparator.comparingDouble(Fault::at));
        return new FaultCase(kind, seed, setting, faults);
    }

    /** Neighbouring seeds and other kinds do not share their draws; those of earlier kinds stay as they are. */
    private static SplittableRandom random(StudyKind kind, long seed) {
        List<StudyKind> kinds = List.of(StudyKind.values());
        return kind == StudyKind.QUERIED
                ? new SplittableRandom(~seed).split()
                : new SplittableRandom(seed * kinds.indexOf(StudyKind.QUERIED) + kinds.indexOf(kind)).split();
    }

    String name() {
        return kind.lowerCase() + "-" + seed;
    }

    boolean disturbsNetwork() {
        return faults.stream()
                .anyMatch(fault -> !fault.kind().isOfProcess() && !fault.kind().isOfSource());
    }

    /** What to give to Maven to see this case alone. */
    String command() {
        return "mvn -Pfaults -Dquick -pl samples/cli -am test -Dfaults.kinds=" + kind.lowerCase() + " -Dfaults.first="
                + seed + " -Dfaults.seeds=1";
    }
}
