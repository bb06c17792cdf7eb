// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Checks names of sites, coordinators and studies, each of which is also the name of a file on every system. */
public final class PlainName {

    public static final String RULE = "1 to 100 letters, digits, dots, dashes or underscores, not begin with dot or"
            + " dash, not end with a dot and be no device like nul";

    /** The same as a regular expression: Windows drops dots at the end, and opens its devices in every directory. */
    public static final String PATTERN =
            "(?!(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:[.]|\\z))" + "[A-Za-z0-9_][A-Za-z0-9._-]{0,99}(?<![.])";

    private PlainName() {}

    public static boolean is(String text) {
        return text.matches(PATTERN);
    }

    /** Requires names that differ in more than capitals: on some systems they are files of the same name otherwise. */
    public static void requireUnlike(String what, Collection<String> names) {
        Map<String, String> known = new HashMap<>();
        for (String name : names) {
            String before = known.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
            if (before != null) {
                throw new IllegalArgumentException(
                        what + " must have names that differ in more than capitals, " + Excerpt.quoted(before)
                                + (before.equals(name) ? " is there twice" : " and " + Excerpt.quoted(name) + " do not")
                                + ": give each a name of its own");
            }
        }
    }

    public static String require(String what, String text) {
        if (!is(text)) {
            throw new IllegalArgumentException(what + " must be " + RULE + ", was " + Excerpt.quoted(text));
        }
        return text;
    }
}
