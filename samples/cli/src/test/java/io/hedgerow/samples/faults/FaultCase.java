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
        // neighbouring seeds and other kinds must not share their draws
        List<FaultKind> kinds = List.of(FaultKind.values());
        SplittableRandom random = new SplittableRandom(seed * StudyKind.values().length
                        + List.of(StudyKind.values()).indexOf(kind))
                .split();
        StudySetting setting =
                kind.settings().get(random.nextInt(kind.settings().size()));
        List<Fault> faults = new ArrayList<>();
        int count = random.nextInt(1, MOST_FAULTS + 1);
        for (int k = 0; k < count; k++) {
            FaultKind fault = kinds.get(random.nextInt(kinds.size()));
            // the last number is the coordinator
            int party = random.nextInt(1, setting.sites() + (fault.isOfProcess() ? 2 : 1));
            faults.add(new Fault(
                    fault,
                    party > setting.sites() ? Party.COORDINATOR : "site-" + party,
                    random.nextDouble(),
                    fault.millis(random)));
        }
        faults.sort(Comparator.comparingDouble(Fault::at));
        return new FaultCase(kind, seed, setting, faults);
    }

    String name() {
        return kind.lowerCase() + "-" + seed;
    }

    boolean disturbsNetwork() {
        return faults.stream().anyMatch(fault -> !fault.kind().isOfProcess());
    }

    /** What to give to Maven to see this case alone. */
    String command() {
        return "mvn -Pfaults -Dquick -pl samples/cli -am test -Dfaults.kinds=" + kind.lowerCase() + " -Dfaults.first="
                + seed + " -Dfaults.seeds=1";
    }
}
