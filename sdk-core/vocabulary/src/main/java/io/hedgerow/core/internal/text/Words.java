// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Formats counted nouns, times and constants for people. */
public final class Words {

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private Words() {}

    /** A constant as in options, plans, documents and messages, such as {@code zero-out} for {@code ZERO_OUT}. */
    public static String dashed(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The constant of such a name; empty when there is none. */
    public static <E extends Enum<E>> Optional<E> constant(Class<E> type, String dashed) {
        return Arrays.stream(type.getEnumConstants())
                .filter(known -> dashed(known).equals(dashed))
                .findFirst();
    }

    /** Such as {@code 1 edge} or {@code 3 entries}; the plural ends in -s, or in -ies instead of -y. */
    public static String count(long number, String one) {
        return number + " " + (number == 1 ? one : plural(one));
    }

    /** Names as a part of a sentence, such as {@code a, b and c}; empty without names. */
    public static String listed(List<String> names, String last) {
        int most = names.size() - 1;
        return most < 1
                ? String.join("", names)
                : String.join(", ", names.subList(0, most)) + " " + last + " " + names.get(most);
    }

    private static String plural(String one) {
        boolean consonant = one.length() > 1 && "aeiou".indexOf(one.charAt(one.length() - 2)) < 0;
        return one.endsWith("y") && consonant ? one.substring(0, one.length() - 1) + "ies" : one + "s";
    }

    /** The message of a failure, or the kind of one that has none: a sentence never says null. */
    public static String reason(Throwable thrown) {
        @Nullable String message = thrown.getMessage();
        return message == null || message.isBlank() ? thrown.getClass().getSimpleName() : message;
    }

    /** A time of at least 0 in the largest unit that says it to the millisecond, as {@code 1.5 s} or {@code 1 day}. */
    public static String time(Duration time) {
        long seconds = time.toSeconds();
        int millis = time.toMillisPart();
        if (seconds == 0 && millis > 0) {
            return millis + " ms";
        }
        if (millis > 0) {
            return (seconds + "." + String.format("%03d", millis)).replaceAll("0+$", "") + " s";
        }
        if (seconds == 0 || seconds % MINUTE != 0) {
            return seconds + " s";
        }
        if (seconds % HOUR != 0) {
            return seconds / MINUTE + " min";
        }
        return seconds % DAY != 0 ? seconds / HOUR + " h" : count(seconds / DAY, "day");
    }
}
