// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One finding of an inspection. <b>Not private</b>: computed from rows, for people who may see them. Immutable.
 *
 * @param weight how bad it is
 * @param code the kind, such as {@code unit}
 * @param place where it was found
 * @param found what was seen, a clause without full stop as all texts
 * @param example cells, rows or numbers that show it; may be empty
 * @param effect what it does to learning
 * @param advice what to do
 */
public record InspectionFinding(
        Weight weight, String code, Place place, String found, String example, String effect, Advice advice) {

    /** The severity of a finding, the worst first. */
    public enum Weight {
        /** A network that is learned would be wrong. */
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

    /**
     * The files and columns of a finding.
     *
     * @param files the rows, by the names of their files where they have one
     * @param columns by their names in the first of them; empty where it is about rows
     */
    public record Place(List<String> files, List<String> columns) {
        public Place {
            files = List.copyOf(files);
            columns = List.copyOf(columns);
        }
    }

    /**
     * The remedy of a finding.
     *
     * @param text for people
     * @param accepts the column whose suggestions mend it, once {@link Inspection#accept} has made them lines of the
     *     mapping file; empty where there is no such suggestion
     */
    public record Advice(String text, Optional<String> accepts) {
        public Advice {
            Objects.requireNonNull(text, "text");
            Objects.requireNonNull(accepts, "accepts");
        }

        static Advice of(String text) {
            return new Advice(text, Optional.empty());
        }

        static Advice toAccept(String column, String text) {
            return new Advice(text, Optional.of(column));
        }
    }

    public InspectionFinding {
        Objects.requireNonNull(weight, "weight");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(found, "found");
        Objects.requireNonNull(example, "example");
        Objects.requireNonNull(effect, "effect");
        Objects.requireNonNull(advice, "advice");
    }

    /** {@return the columns that it is about} */
    public List<String> columns() {
        return place.columns();
    }

    /** {@return the files in which it was found} */
    public List<String> files() {
        return place.files();
    }

    /**
     * {@return the same in the words of a program, such as the names of its options}
     *
     * @param newEffect what it does
     * @param newAdvice what to do
     */
    public InspectionFinding inWords(String newEffect, String newAdvice) {
        return new InspectionFinding(
                weight, code, place, found, example, newEffect, new Advice(newAdvice, advice.accepts()));
    }

    /** The worst first; the same of several files once. */
    static List<InspectionFinding> sorted(List<InspectionFinding> all) {
        Map<List<Object>, InspectionFinding> merged = new LinkedHashMap<>();
        for (InspectionFinding one : all) {
            merged.merge(List.of(one.code, one.columns(), one.advice, one.found), one, (before, now) -> {
                List<String> files = new ArrayList<>(before.files());
                now.files().stream().filter(file -> !files.contains(file)).forEach(files::add);
                return new InspectionFinding(
                        before.weight,
                        before.code,
                        new Place(files, before.columns()),
                        before.found,
                        before.example,
                        before.effect,
                        before.advice);
            });
        }
        List<InspectionFinding> sorted = new ArrayList<>(merged.values());
        sorted.sort(Comparator.comparing(InspectionFinding::weight));
        return sorted;
    }
}
