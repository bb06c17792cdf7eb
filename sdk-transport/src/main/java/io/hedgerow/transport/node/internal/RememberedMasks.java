// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyException.Reason;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore.ReleaseRecord;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/** Stores the masking rules of an exact sum, so that a later study cannot repeat the sum with weaker masks. */
public final class RememberedMasks {

    private static final String USUAL = "usual";

    private final Path file;

    public RememberedMasks(Path directory) {
        this.file = directory.resolve("policy");
    }

    private static List<String> lines(AggregationPolicy policy) {
        return List.of(
                policy.suite().name(),
                policy.trust().name(),
                policy.fixedColluding().isPresent()
                        ? String.valueOf(policy.fixedColluding().getAsInt())
                        : USUAL,
                String.valueOf(policy.minHonest()),
                String.valueOf(policy.minCohort()));
    }

    /**
     * Remembers the rules of a study until an input leaves under them; from then on they stay. A plan of the same name
     * that never ran leaves nothing behind.
     *
     * @param releases of the same study, open so that no other process adds to it
     * @throws UnwritableFileException when they cannot be written
     */
    public void remember(AggregationPolicy policy, ReleaseStore releases) {
        if (!releases.load().isEmpty()) {
            return;
        }
        PlanBoundJournal.replace(file, String.join("\n", lines(policy)) + "\n");
    }

    /**
     * Refuses rules that are weaker in anything than those of the study that took the sum first.
     *
     * @param study its name
     * @param roster how many sites both have
     * @throws PolicyRefusedException when suite, mode, colluding sites, minHonest or minimumCohort are less
     * @throws JournalException when the rules of the first study are not there
     */
    public void requireNoWeaker(String study, AggregationPolicy policy, int roster) {
        AggregationPolicy first = read(study);
        refuseLess("suite", policy.suite(), first.suite(), policy.suite() == Suite.HYBRID, study);
        refuseLess("mode", policy.trust(), first.trust(), policy.trust() == CoordinatorTrust.MALICIOUS, study);
        refuseLess("colluding", policy.colluding(roster), first.colluding(roster), study);
        refuseLess("minHonest", policy.minHonest(), first.minHonest(), study);
        refuseLess("minimumCohort", policy.minCohort(), first.minCohort(), study);
    }

    private static void refuseLess(String what, int now, int then, String study) {
        refuseLess(what, now, then, now >= then, study);
    }

    private static void refuseLess(String what, Object now, Object then, boolean strong, String study) {
        if (!strong && !now.equals(then)) {
            throw new PolicyRefusedException(
                    "the masks of the plan must be no weaker than those of study " + study
                            + ", whose sum it takes again: " + what + " was " + then + ", is " + now
                            + ": have a plan signed with the masks of that study",
                    Reason.RELEASED_BEFORE);
        }
    }

    private AggregationPolicy read(String study) {
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
            return new AggregationPolicy(
                    Suite.valueOf(lines.get(0)),
                    CoordinatorTrust.valueOf(lines.get(1)),
                    lines.get(2).equals(USUAL) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(lines.get(2))),
                    Integer.parseInt(lines.get(3)),
                    Integer.parseInt(lines.get(4)),
                    false,
                    true);
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new JournalException(
                    "file " + file + " must say by which rules study " + study + " was masked, whose sum the plan takes"
                            + " again, and cannot be read: give the home of that study, or have a plan signed without"
                            + " that name",
                    e);
        }
    }

    /**
     * Refuses to take a sum again that was opened over some of the sites: over all of them it would be another one.
     *
     * @param study that took it first
     * @param roster how many sites both have
     */
    public static void requireOfAll(String study, ReleaseStore releases, int roster) {
        for (ReleaseRecord release : releases.load()) {
            int opened = release.cohort().size();
            if (opened > 0 && opened < roster) {
                throw new PolicyRefusedException(ofFewer(study, opened, roster), Reason.RELEASED_BEFORE);
            }
        }
    }

    public static String ofFewer(String study, int opened, int roster) {
        return "the sum of study " + study + " was opened over " + opened + " of its " + roster
                + " sites, and a plan takes it again over all or not at all: the difference would be that of the"
                + " others;"
                + " learn from other records, as a new version of the data, which the sites' policies name";
    }
}
