// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import io.hedgerow.core.search.KnownEdges.Arrow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Refuses required edges that no acyclic graph of a search could have. */
final class RequiredEdges {

    private RequiredEdges() {}

    static void check(List<Arrow> required) {
        Map<String, List<String>> causes = new LinkedHashMap<>();
        for (Arrow arrow : required) {
            List<String> own = causes.computeIfAbsent(arrow.to(), name -> new ArrayList<>());
            own.add(arrow.from());
            if (own.size() > KnownEdges.MOST_REQUIRED) {
                throw new IllegalArgumentException("a variable must have at most " + KnownEdges.MOST_REQUIRED
                        + " required causes, " + arrow.to() + " has more: leave some out");
            }
        }
        List<String> cycle = cycle(causes);
        if (!cycle.isEmpty()) {
            throw new IllegalArgumentException(
                    "required edges must form no cycle, are " + String.join(" -> ", cycle) + ": leave one of them out");
        }
    }

    /** The names along a cycle, the first one again at the end; empty when there is none. */
    private static List<String> cycle(Map<String, List<String>> causes) {
        Map<String, List<String>> left = new LinkedHashMap<>(causes);
        // a variable whose causes are all taken lies on no cycle
        while (left.entrySet().removeIf(entry -> entry.getValue().stream().noneMatch(left::containsKey))) {
            // each pass removes one, so this ends
        }
        if (left.isEmpty()) {
            return List.of();
        }
        List<String> back = new ArrayList<>();
        String at = left.keySet().iterator().next();
        while (!back.contains(at)) {
            back.add(0, at);
            at = cause(left, at);
        }
        List<String> cycle = new ArrayList<>(back.subList(0, back.indexOf(at) + 1));
        cycle.add(0, at);
        return cycle;
    }

    /** A cause that has a cause itself, as all that are left have. */
    private static String cause(Map<String, List<String>> left, String effect) {
        return left.getOrDefault(effect, List.of()).stream()
                .filter(left::containsKey)
                .findFirst()
                .orElseThrow();
    }
}
