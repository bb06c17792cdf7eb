// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Something that a look at files found. Computed from rows: for the people of the site that has them.
 *
 * @param weight how bad it is
 * @param about the kind, such as {@code unit}
 * @param files in which it was found
 * @param columns by their names in the first file
 * @param found what was seen
 * @param example cells, rows or numbers that show it; may be empty
 * @param effect what it does to learning
 * @param advice what to do
 */
record Remark(
        Weight weight,
        String about,
        List<String> files,
        List<String> columns,
        String found,
        String example,
        String effect,
        String advice) {

    /** How bad a finding is, the worst first. */
    enum Weight {
        /** What is learned would be wrong. */
        WRONG,
        /** Learning ends with a message. */
        REFUSED,
        /** Learning goes on, and this is to be known. */
        NOTE;

        String words() {
            return switch (this) {
                case WRONG -> "wrong results";
                case REFUSED -> "refused as it is";
                case NOTE -> "to know";
            };
        }
    }

    Remark {
        files = List.copyOf(files);
        columns = List.copyOf(columns);
    }

    /** The worst first; the same of several files once. */
    static List<Remark> sorted(List<Remark> all) {
        Map<List<Object>, Remark> merged = new LinkedHashMap<>();
        for (Remark one : all) {
            merged.merge(List.of(one.about, one.columns, one.advice), one, (before, now) -> {
                List<String> files = new ArrayList<>(before.files);
                now.files.stream().filter(file -> !files.contains(file)).forEach(files::add);
                return new Remark(
                        before.weight,
                        before.about,
                        files,
                        before.columns,
                        before.found,
                        before.example,
                        before.effect,
                        before.advice);
            });
        }
        List<Remark> sorted = new ArrayList<>(merged.values());
        sorted.sort(Comparator.comparing(Remark::weight));
        return sorted;
    }
}
