// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much a file that is written now must be like the stored one. JSON is compared as JSON, whatever the order of its
 * fields; all other text word by word. Numbers may be as far apart as rounding moves them on another Java.
 */
enum Sameness {
    /** The same fields and values. */
    SAME,
    /** Every stored field and value is there; there may be fields that the release did not know. */
    KNOWN,
    /** The same fields and values except for what noise decides. */
    NOISY;

    /** Sums in another order, and functions of another Java, change the last digits; searches amplify that. */
    private static final double RELATIVE = 1e-9;

    /** Of what is 0 but for rounding. */
    private static final double ABSOLUTE = 1e-12;

    /** What says which build wrote a file, on what, and how long it took. */
    private static final Set<String> OF_THE_BUILD =
            Set.of("/provenance/software", "/provenance/java", "/timing/cpuSeconds", "/timing/wallSeconds");

    /** Fields of a result that noise decides, and whether there are any. */
    private static final Set<String> OF_NOISE = Set.of(
            "/kind",
            "/edges",
            "/curves",
            "/effects",
            "/figures",
            "/series",
            "/parameters",
            "/trust",
            "/metrics",
            "/communication",
            "/warnings",
            "/history");

    /** The same of a site: every record of a ledger has a salt, and scales are released with noise. */
    private static final Pattern OF_NOISE_AT_SITES = Pattern.compile("/privacy/\\d+/(?:ledger/head|noise/\\w+)");

    private static final Pattern NUMBER = Pattern.compile("(?<![\\w.:])-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?(?![\\w.])");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /**
     * Compares two texts.
     *
     * @param name of the file; ends in .json where it is JSON
     * @return one line per difference, with its place; empty when they are the same
     */
    List<String> differences(String name, String stored, String now) {
        List<String> found = new ArrayList<>();
        if (name.endsWith(".json")) {
            compare("", json(name, stored), json(name, now), found);
            found.replaceAll(difference -> name + difference);
        } else if (this != NOISY) {
            text(name, stored, now, found);
        }
        return found;
    }

    private static JsonNode json(String name, String text) {
        try {
            return MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(name + " must be JSON: " + e.getOriginalMessage(), e);
        }
    }

    private boolean isLeftOut(String place) {
        return OF_THE_BUILD.contains(place)
                || (this == NOISY
                        && (OF_NOISE.contains(place)
                                || OF_NOISE_AT_SITES.matcher(place).matches()));
    }

    private void compare(String place, JsonNode before, JsonNode after, List<String> found) {
        if (isLeftOut(place)) {
            return;
        }
        if (before.isNumber() && after.isNumber()) {
            if (!isNear(before.asDouble(), after.asDouble())) {
                found.add(place + ": was " + before + ", is " + after);
            }
        } else if (before.getNodeType() != after.getNodeType()) {
            found.add(place + ": was " + before + ", is " + after);
        } else if (before.isObject()) {
            Set<String> names = new TreeSet<>();
            before.fieldNames().forEachRemaining(names::add);
            if (this != KNOWN) {
                after.fieldNames().forEachRemaining(names::add);
            }
            names.forEach(name -> compare(place + "/" + name, before.path(name), after.path(name), found));
        } else if (before.isArray() && before.size() == after.size()) {
            for (int k = 0; k < before.size(); k++) {
                compare(place + "/" + k, before.get(k), after.get(k), found);
            }
        } else if (!before.equals(after)) {
            found.add(place + ": was " + before + ", is " + after);
        }
    }

    private static void text(String name, String stored, String now, List<String> found) {
        List<String> before = stored.lines().toList();
        List<String> after = now.lines().toList();
        for (int line = 0; line < Math.max(before.size(), after.size()); line++) {
            String was = line < before.size() ? before.get(line) : "no line";
            String is = line < after.size() ? after.get(line) : "no line";
            if (!isNear(was, is)) {
                found.add(name + ":" + (line + 1) + ": was " + was + ", is " + is);
            }
        }
    }

    private static boolean isNear(String was, String is) {
        Matcher before = NUMBER.matcher(was);
        Matcher after = NUMBER.matcher(is);
        while (before.find()) {
            if (!after.find() || !isNear(Double.parseDouble(before.group()), Double.parseDouble(after.group()))) {
                return false;
            }
        }
        return !after.find()
                && NUMBER.matcher(was).replaceAll("#").equals(NUMBER.matcher(is).replaceAll("#"));
    }

    private static boolean isNear(double was, double is) {
        double apart = Math.abs(was - is);
        return was == is || apart <= ABSOLUTE || apart <= RELATIVE * Math.max(Math.abs(was), Math.abs(is));
    }
}
