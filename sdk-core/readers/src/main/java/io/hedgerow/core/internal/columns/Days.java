// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.internal.text.NumberToken;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts dates to days since 1970-01-01, with the time of day as a fraction. */
public final class Days implements VariableKind.Coding {

    private static final double SECONDS = 86_400;
    private static final Pattern DATE = Pattern.compile("(?:(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})"
            + "|(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}))(?:[T ](\\d{1,2}:\\d{2}(?::\\d{2})?)(?:\\.\\d+)?Z?)?");
    /** What looks like a date, also one that may be read in two ways, such as 1/2/2024. */
    private static final Pattern LIKELY =
            Pattern.compile("(\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/.]\\d{1,2}[-/.](\\d{2}|\\d{4}))([T ].*)?");

    static boolean isLikely(String text) {
        return LIKELY.matcher(text).matches();
    }

    @Override
    public VariableKind kind() {
        return VariableKind.NUMERIC;
    }

    @Override
    public double code(String text) {
        Matcher parts = DATE.matcher(text.strip());
        if (!parts.matches()) {
            return Double.NaN;
        }
        boolean yearFirst = parts.group(1) != null;
        try {
            LocalDate day = LocalDate.of(
                    Integer.parseInt(parts.group(yearFirst ? 1 : 7)),
                    Integer.parseInt(parts.group(yearFirst ? 3 : 6)),
                    Integer.parseInt(parts.group(yearFirst ? 4 : 5)));
            String time = parts.group(8);
            return day.toEpochDay()
                    + (time == null ? 0 : LocalTime.parse(padded(time)).toSecondOfDay() / SECONDS);
        } catch (DateTimeException e) {
            return Double.NaN;
        }
    }

    private static String padded(String time) {
        return time.indexOf(':') == 1 ? "0" + time : time;
    }

    @Override
    public String complaint(String text) {
        return "must be a date such as 2024-01-31 or 31.1.2024, was " + NumberToken.quote(text)
                + (NumberToken.isMissing(text)
                        ? NumberToken.MISSING_CELL
                        : ": write it so; 1/2/2024 would be two dates");
    }
}
