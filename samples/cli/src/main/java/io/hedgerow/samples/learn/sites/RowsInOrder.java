// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.internal.diagnostics.RowDependence.Found;
import io.hedgerow.core.internal.diagnostics.RowDependence.Order;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Warns when the rows look like a time series and the method ignores their order. <b>Not private</b>: never where there
 * is a budget.
 */
public final class RowsInOrder {

    /** More steps than a file of few sites has. */
    private static final int MANY = 4;

    private RowsInOrder() {}

    /**
     * What is to be said of the first rows of sites before learning, one line for all sites with the same columns; a
     * note, and never a refusal.
     *
     * @param sites {@linkplain Sites#profiled profiled} with their order, and read
     */
    public static List<String> notes(Sites sites) {
        Map<String, List<String>> by = new LinkedHashMap<>();
        List<SiteProfile> profiles = sites.profiles();
        for (int p = 0; p < profiles.size(); p++) {
            List<Found> found = profiles.get(p).inOrder();
            List<Found> series =
                    found.stream().filter(one -> one.order() == Order.SERIES).toList();
            List<Found> steps = found.stream()
                    .filter(one -> one.order() == Order.STEPS && one.steps().size() >= MANY)
                    .toList();
            if (!series.isEmpty() || !steps.isEmpty()) {
                by.computeIfAbsent(series.isEmpty() ? steps(steps) : series(series), text -> new ArrayList<>())
                        .add(sites.all().get(p).name());
            }
        }
        List<String> notes = new ArrayList<>();
        by.forEach((text, names) -> notes.add(
                (names.size() > 1 && names.size() == sites.all().size() ? "all sites" : String.join(", ", names)) + ": "
                        + text));
        return notes;
    }

    private static String series(List<Found> found) {
        return "rows depend on each other: this looks like a series, or like rows of batches (" + columns(found)
                + "): rows count as independent ones, and edges among such columns look far too certain; in the"
                + " order of time learn with --algorithm " + Algorithm.USUAL_OF_SERIES
                + " and --time COLUMN; where rows of a batch stand"
                + " together, from one of each";
    }

    private static String steps(List<Found> found) {
        return "values change along the rows (" + columns(found) + "): if rows are in the order of time, learn with"
                + " --algorithm " + Algorithm.USUAL_OF_SERIES
                + "; if they are sorted by site or ward, name the sites with --site-column";
    }

    private static String columns(List<Found> found) {
        Found most =
                found.stream().max(Comparator.comparing(Found::correlation)).orElseThrow();
        String names = found.stream().map(Found::column).limit(5).collect(Collectors.joining(", "));
        return names + (found.size() > 5 ? " and " + (found.size() - 5) + " more" : "") + "; " + most.column()
                + " of a row and the next one: " + String.format(Locale.ROOT, "%.2f", most.correlation());
    }
}
