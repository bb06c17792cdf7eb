// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.internal.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Escapes and formats text for HTML. Texts from elsewhere go through {@link #escape}. */
public final class Html {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

    private Html() {}

    static String escape(String foreign) {
        String text = Printable.lines(foreign);
        StringBuilder out = new StringBuilder(text.length());
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.append(c);
            }
        }
        return out.toString();
    }

    /** Begins a table's body below a head; nothing is escaped. */
    static String head(List<String> names) {
        return names.stream()
                .map(name -> "<th scope=\"col\">" + name + "</th>")
                .collect(Collectors.joining("", "<thead><tr>", "</tr></thead><tbody>\n"));
    }

    /** Cells of a row; nothing is escaped. */
    static String cells(List<String> values) {
        return values.stream().map(value -> "<td>" + value + "</td>").collect(Collectors.joining());
    }

    /** A time of the same day without the day. */
    static String time(Instant time, Instant now) {
        return "<time datetime=\"" + time + "\">" + clock(time, now) + "</time>";
    }

    /** The same as text. */
    static String clock(Instant time, Instant now) {
        boolean sameDay = Duration.between(time, now).abs().compareTo(Duration.ofHours(12)) < 0;
        return (sameDay ? TIME : DAY).format(time);
    }

    public static String bytes(double bytes) {
        int k = 0;
        double value = bytes;
        while (value >= 999.5 && k < SIZES.length - 1) {
            value /= 1000;
            k++;
        }
        return (k == 0 ? String.format(Locale.ROOT, "%.0f", value) : significant(value)) + " " + SIZES[k];
    }

    private static String significant(double value) {
        return plain(String.format(Locale.ROOT, value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f", value));
    }

    /** Three significant digits; small and large numbers with an exponent. */
    public static String number(double value) {
        if (value == 0 || !Double.isFinite(value)) {
            return value == 0 ? "0" : "—";
        }
        double size = Math.abs(value);
        if (size >= 0.001 && size < 100_000) {
            String text = String.format(Locale.ROOT, size < 1 ? "%.4f" : size < 100 ? "%.2f" : "%.0f", value);
            return plain(text);
        }
        return String.format(Locale.ROOT, "%.1e", value)
                .replaceAll("e([+-])0*([0-9])", "e$1$2")
                .replace("e+", "e");
    }

    private static String plain(String decimal) {
        return decimal.contains(".") ? decimal.replaceAll("0+$", "").replaceAll("\\.$", "") : decimal;
    }

    static String duration(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7200) {
            return seconds / 60 + " min";
        }
        return seconds < 172_800 ? seconds / 3600 + " h" : seconds / 86_400 + " days";
    }
}
