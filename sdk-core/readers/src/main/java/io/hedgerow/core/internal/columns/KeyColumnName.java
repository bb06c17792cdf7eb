// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Recognises names of columns that most likely identify individuals. Reads no row. */
public final class KeyColumnName {

    private static final Set<String> NAMES = Set.of(
            "id",
            "ids",
            "uid",
            "pid",
            "mrn",
            "ssn",
            "uuid",
            "guid",
            "patient",
            "person",
            "subject",
            "participant",
            "individual",
            "respondent",
            "proband",
            "client",
            "customer",
            "user");

    /** Names of measurements on an individual who is named beside them, such as {@code patient_age}. */
    private static final Set<String> MEASURED = Set.of("age", "sex", "weight", "height", "count", "time", "type");

    private KeyColumnName() {}

    /** Whether a name states that a column identifies individuals: {@code id}, {@code patient}, {@code subjectId}. */
    public static boolean isLikely(String column) {
        String apart = column.replaceAll("(?<=\\p{Ll})(?=\\p{Lu})", " ").toLowerCase(Locale.ROOT);
        List<String> words = List.of(apart.split("[^\\p{L}]+"));
        boolean joined = words.stream().anyMatch(word -> NAMES.stream().anyMatch(name -> word.equals(name + "id")));
        return (joined || words.stream().anyMatch(NAMES::contains))
                && words.stream().noneMatch(MEASURED::contains);
    }
}
