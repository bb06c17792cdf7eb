// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** What a study promises to its sites. Its plan must say the same. */
enum StudyKind {
    /** Exact, and the coordinator sees what every site sends. */
    PLAIN,
    /** Exact, and the coordinator sees sums. */
    MASKED,
    /** Differentially private, with masks and without. */
    PRIVATE,
    /** The same, and exact ones, with the rows of every site in a database. */
    QUERIED;

    private static final Map<String, String> SHORT_VOTE = Map.of("vote-rounds", "3");
    private static final Map<String, String> FEW_STEPS = Map.of("local-iterations", "5");

    static StudyKind of(String name) {
        return valueOf(name.strip().toUpperCase(Locale.ROOT));
    }

    /** The studies of this kind that a case is drawn from. */
    List<StudySetting> settings() {
        return switch (this) {
            case PLAIN ->
                List.of(
                        new StudySetting("fed-sparse", SHORT_VOTE, false, 3, 5, 6),
                        new StudySetting("fed-sparse", SHORT_VOTE, false, 5, 8, 5),
                        new StudySetting("gram", Map.of(), false, 4, 6, 4));
            case MASKED ->
                List.of(
                        new StudySetting("fed-sparse", SHORT_VOTE, true, 3, 5, 6),
                        new StudySetting("fed-sparse", SHORT_VOTE, true, 5, 6, 4),
                        new StudySetting("gram", Map.of(), true, 4, 8, 4));
            case PRIVATE ->
                List.of(
                        new StudySetting("dp-fed-sparse", FEW_STEPS, false, 3, 5, 4),
                        new StudySetting("dp-fed-sparse", FEW_STEPS, true, 4, 5, 4),
                        new StudySetting("dp-gram", Map.of(), false, 5, 6, 4),
                        new StudySetting("dp-gram", Map.of(), true, 3, 6, 4));
            case QUERIED ->
                List.of(
                        new StudySetting("dp-gram", Map.of(), false, 2, 6, 4),
                        new StudySetting("dp-gram", Map.of(), true, 3, 6, 4),
                        new StudySetting("dp-fed-sparse", FEW_STEPS, false, 3, 5, 4),
                        new StudySetting("gram", Map.of(), false, 3, 6, 4));
        };
    }

    /** What can happen in its studies: to sources where the rows are in databases, with kills and cuts beside it. */
    List<FaultKind> faults() {
        return Stream.of(FaultKind.values())
                .filter(fault -> this == QUERIED
                        ? fault.isOfSource() || fault == FaultKind.KILL || fault == FaultKind.DROP
                        : !fault.isOfSource())
                .toList();
    }

    /** As it is written on a command line. */
    String lowerCase() {
        return name().toLowerCase(Locale.ROOT);
    }
}
