// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import java.util.ArrayList;
import java.util.List;

/** Reads lists such as {@code 20,50,101-110}: whole numbers and ranges with both ends included. */
public final class NumberList {

    private static final int MOST = 10_000;

    private NumberList() {}

    public static List<Integer> parse(String option, String text, int least) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] ends = part.strip().split("-", -1);
            if (ends.length > 2) {
                throw wrong(option, text, least);
            }
            int from = number(option, text, ends[0], least);
            int to = number(option, text, ends[ends.length - 1], least);
            if (to < from || numbers.size() + (long) to - from >= MOST) {
                throw wrong(option, text, least);
            }
            for (int n = from; n <= to; n++) {
                numbers.add(n);
            }
        }
        return List.copyOf(numbers);
    }

    private static int number(String option, String text, String part, int least) {
        if (part.isEmpty() || part.length() > 9 || !part.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong(option, text, least);
        }
        int number = Integer.parseInt(part);
        if (number < least) {
            throw wrong(option, text, least);
        }
        return number;
    }

    private static IllegalArgumentException wrong(String option, String text, int least) {
        return new IllegalArgumentException(option + " must be numbers of at least " + least
                + " and rising ranges, such as 20,50 or 101-110, was '" + text + "'");
    }
}
