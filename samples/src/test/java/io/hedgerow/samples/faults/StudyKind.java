// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a study promises to its sites. Its plan must say the same. */
enum StudyKind {
    /** Exact, and the coordinator sees what every site sends. */
    PLAIN(
            new StudySetting("fed-sparse", Map.of("vote-rounds", "3"), false, 3, 5, 6),
            new StudySetting("fed-sparse", Map.of("vote-rounds", "3"), false, 5, 8, 5),
            new StudySetting("gram", Map.of(), false, 4, 6, 4)),
    /** Exact, and the coordinator sees sums. */
    MASKED(
            new StudySetting("fed-sparse", Map.of("vote-rounds", "3"), true, 3, 5, 6),
            new StudySetting("fed-sparse", Map.of("vote-rounds", "3"), true, 5, 6, 4),
            new StudySetting("gram", Map.of(), true, 4, 8, 4)),
    /** Differentially private, with masks and without. */
    PRIVATE(
            new StudySetting("dp-fed-sparse", Map.of("local-iterations", "5"), false, 3, 5, 4),
            new StudySetting("dp-fed-sparse", Map.of("local-iterations", "5"), true, 4, 5, 4),
            new StudySetting("dp-gram", Map.of(), false, 5, 6, 4),
            new StudySetting("dp-gram", Map.of(), true, 3, 6, 4));

    private final List<StudySetting> settings;

    StudyKind(StudySetting... settings) {
        this.settings = List.of(settings);
    }

    static StudyKind of(String name) {
        return valueOf(name.strip().toUpperCase(Locale.ROOT));
    }

    /** The studies of this kind that a case is drawn from. */
    List<StudySetting> settings() {
        return settings;
    }

    /** As it is written on a command line. */
    String lowerCase() {
        return name().toLowerCase(Locale.ROOT);
    }
}
