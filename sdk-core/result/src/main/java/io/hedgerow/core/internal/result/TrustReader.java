// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Finding.Outcome;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** Reads the assessment of how far a network can be trusted. */
final class TrustReader {

    private static final Misfit[] FLAGS =
            Arrays.stream(Misfit.values()).filter(Misfit::isFlag).toArray(Misfit[]::new);

    /** Findings whose places a file has in a field of their own. */
    static final Set<Misfit> OWN_FIELDS =
            Set.copyOf(EnumSet.of(Misfit.SCALES_DIFFER, Misfit.UNEXPLAINED_PAIRS, Misfit.HIDDEN_PAIRS));

    private TrustReader() {}

    /** Reads it; {@code column} is the place of the column that a factor names. */
    static Trust read(YamlNode trust, ToIntFunction<YamlNode> column) {
        return new Trust(
                code(trust.required("score"), NoiseAssumption.values(), NoiseAssumption::code),
                NetworkReader.number(trust, "margin"),
                trust.required("rows").whole(0L, Long.MAX_VALUE),
                NetworkReader.number(trust, "effectiveRows"),
                NetworkReader.number(trust, "varianceRatio"),
                trust.required("trappedChains").whole(0, Integer.MAX_VALUE),
                NetworkReader.number(trust, "chainGap"),
                findings(trust, column),
                columns(trust, column));
    }

    /**
     * A test of which a file has neither flag nor figure was not judged; nor one with a figure that {@code notJudged}
     * names.
     */
    private static Findings findings(YamlNode trust, ToIntFunction<YamlNode> column) {
        Set<Misfit> flags = codes(trust, "flags");
        Set<Misfit> notJudged = codes(trust, "notJudged");
        Map<Misfit, List<Finding.Place>> seenAt = places(trust, column);
        List<Finding> findings = new ArrayList<>();
        for (Misfit misfit : Misfit.values()) {
            OptionalDouble figure = misfit.figure().isEmpty()
                    ? OptionalDouble.empty()
                    : NetworkReader.number(trust, misfit.figure(), NetworkReader.FINITE);
            List<Finding.Place> places = seenAt.getOrDefault(misfit, List.of());
            boolean seen = flags.contains(misfit) || (!misfit.isFlag() && !places.isEmpty());
            if (seen || figure.isPresent() || !places.isEmpty()) {
                Outcome unseen = notJudged.contains(misfit) ? Outcome.NOT_JUDGED : Outcome.PASSED;
                findings.add(new Finding(misfit, seen ? Outcome.FAILED : unseen, figure, places));
            }
        }
        return new Findings(findings);
    }

    /** The columns of findings, but of pairs. */
    private static Map<Misfit, List<Finding.Place>> places(YamlNode trust, ToIntFunction<YamlNode> column) {
        Map<Misfit, List<Finding.Place>> places = new EnumMap<>(Misfit.class);
        places.put(
                Misfit.SCALES_DIFFER,
                NetworkReader.items(trust, "scaleFactors").stream()
                        .map(scale ->
                                new Finding.Place(column.applyAsInt(scale), NetworkReader.number(scale, "factor")))
                        .sorted(Comparator.comparing(Finding.Place::one))
                        .toList());
        Misfit[] others = Arrays.stream(Misfit.values())
                .filter(misfit -> !OWN_FIELDS.contains(misfit))
                .toArray(Misfit[]::new);
        for (YamlNode place : NetworkReader.items(trust, "places")) {
            int one = column.applyAsInt(place);
            places.computeIfAbsent(code(place.required("finding"), others, Misfit::code), misfit -> new ArrayList<>())
                    .add(new Finding.Place(
                            one,
                            one,
                            NetworkReader.number(place, "figure", NetworkReader.FINITE),
                            place.optional("where")
                                    .map(where -> where.text("words"))
                                    .orElse("")));
        }
        return places;
    }

    private static Set<Misfit> codes(YamlNode trust, String field) {
        Set<Misfit> codes = EnumSet.noneOf(Misfit.class);
        NetworkReader.items(trust, field).forEach(code -> codes.add(code(code, FLAGS, Misfit::code)));
        return codes;
    }

    private static Optional<Trust.Columns> columns(YamlNode trust, ToIntFunction<YamlNode> column) {
        List<YamlNode> pair = NetworkReader.items(trust, "fewestRows");
        if (pair.isEmpty()) {
            return Optional.empty();
        }
        if (pair.size() != 2) {
            throw trust.required("fewestRows").complain("must be the two columns of a pair, were " + pair.size());
        }
        Map<Integer, Integer> sites = new TreeMap<>();
        Map<Integer, Long> rows = new TreeMap<>();
        NetworkReader.items(trust, "columns").forEach(one -> {
            sites.put(column.applyAsInt(one), sites(one));
            rows.put(column.applyAsInt(one), rows(one));
        });
        return Optional.of(new Trust.Columns(
                List.copyOf(sites.values()),
                List.copyOf(rows.values()),
                column.applyAsInt(pair.get(0)),
                column.applyAsInt(pair.get(1)),
                sites(pair.get(0)),
                rows(pair.get(0))));
    }

    private static int sites(YamlNode column) {
        return column.required("sites").whole(0, Integer.MAX_VALUE);
    }

    private static long rows(YamlNode column) {
        return column.required("rows").whole(0L, Long.MAX_VALUE);
    }

    private static <T> T code(YamlNode node, T[] all, Function<T, String> code) {
        String word = node.text("a word");
        return Arrays.stream(all)
                .filter(known -> code.apply(known).equals(word))
                .findFirst()
                .orElseThrow(() -> node.mustBe("one of "
                        + String.join(", ", Arrays.stream(all).map(code).toList())));
    }
}
