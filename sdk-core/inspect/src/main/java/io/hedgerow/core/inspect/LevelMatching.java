// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Matches levels of one file with levels of another that are written differently. */
final class LevelMatching {

    /** Words for the same, in lower case. Words of one row are never of two groups. */
    private static final List<Set<String>> SAME = List.of(
            Set.of("m", "male", "man", "mann", "m\u00e4nnlich", "maennlich", "homme"),
            Set.of("f", "female", "w", "woman", "frau", "weiblich", "femme"),
            Set.of("y", "yes", "true", "t", "j", "ja", "oui"),
            Set.of("n", "no", "false", "nein", "non"));

    /** Characters that do not tell levels apart: all but letters, digits, and signs at an end, as in ER+ and &lt;5. */
    private static final Pattern DECORATION =
            Pattern.compile("[^\\p{L}\\p{N}<>\u2264\u2265+-]+|(?<=[\\p{L}\\p{N}])[+-]+(?=[\\p{L}\\p{N}])");

    private LevelMatching() {}

    /**
     * The names of levels in the reference, for those that have other names.
     *
     * @param safe that differ by case and blanks, or by well-known words for sex, and for yes and no
     * @param likely that differ by signs between letters and digits, or are the beginning of one level
     */
    record Recoded(Map<String, String> safe, Map<String, String> likely) {}

    static Recoded of(Set<String> own, Set<String> reference) {
        Map<String, String> safe = new LinkedHashMap<>();
        Map<String, String> likely = new LinkedHashMap<>();
        boolean words = areWords(own) && areWords(reference);
        boolean letters = own.size() == reference.size()
                && own.stream().allMatch(LevelMatching::isOfLetters)
                && reference.stream().allMatch(LevelMatching::isOfLetters);
        Set<String> taken = new LinkedHashSet<>(own);
        taken.retainAll(reference);
        for (String level : own) {
            if (reference.contains(level)) {
                continue;
            }
            Optional<String> same = one(reference, other -> folded(other).equals(folded(level)))
                    .or(() -> words ? one(reference, other -> word(other) == word(level)) : Optional.empty());
            if (same.isPresent()) {
                safe.put(level, same.get());
                continue;
            }
            Optional<String> near = one(
                            reference,
                            other -> !letters(level).isEmpty() && letters(other).equals(letters(level)))
                    .or(() -> letters
                            ? one(reference, other -> isBeginning(folded(other), folded(level)))
                            : Optional.empty());
            if (near.isPresent() && taken.add(near.get())) {
                likely.put(level, near.get());
            }
        }
        return new Recoded(safe, likely);
    }

    /** Texts of which case and blanks alone differ, each with the one that is met most. */
    static Map<String, String> merged(Map<String, Long> counts) {
        Map<String, String> most = new LinkedHashMap<>();
        counts.forEach((text, count) -> most.merge(
                folded(text), text, (a, b) -> counts.getOrDefault(a, 0L) >= counts.getOrDefault(b, 0L) ? a : b));
        Map<String, String> merged = new LinkedHashMap<>();
        counts.keySet().forEach(text -> {
            String kept = most.getOrDefault(folded(text), text);
            if (!kept.equals(text)) {
                merged.put(text, kept);
            }
        });
        return merged;
    }

    private static boolean isOfLetters(String level) {
        return level.chars().noneMatch(Character::isDigit);
    }

    private static boolean isBeginning(String one, String other) {
        return one.startsWith(other) || other.startsWith(one);
    }

    private static Optional<String> one(Set<String> levels, Predicate<String> holds) {
        List<String> found = levels.stream().filter(holds).toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }

    private static String folded(String level) {
        return level.toLowerCase(Locale.ROOT).replaceAll("\\s+", "");
    }

    private static String letters(String level) {
        return DECORATION.matcher(folded(level)).replaceAll("");
    }

    private static int word(String level) {
        for (int k = 0; k < SAME.size(); k++) {
            if (SAME.get(k).contains(folded(level))) {
                return k;
            }
        }
        return -1;
    }

    /** Whether all are words for sex, or for yes and no. */
    private static boolean areWords(Set<String> levels) {
        return levels.stream().allMatch(level -> word(level) == 0 || word(level) == 1)
                || levels.stream().allMatch(level -> word(level) >= 2);
    }
}
