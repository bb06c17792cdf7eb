// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.hedgerow.core.privacy.MechanismEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and writes events as JSON: {@code ["gaussian",mu,count]}, {@code ["selection",e0,count]},
 * {@code ["laplace",scale,count]}, {@code ["pure",epsilon,count]}, {@code ["distance",variation,count]},
 * {@code ["sequence",event,...]}. Numbers are written so that reading gives the same bits.
 */
public final class EventCodec {

    private static final int DEEPEST = 16;
    private static final int LONGEST = 1_000_000;

    private EventCodec() {}

    /** Refuses events that cannot be read back: those without a guarantee, too deep or too long. */
    public static void requireWritable(MechanismEvent event) {
        if (steps(event, DEEPEST) > LONGEST) {
            throw new IllegalArgumentException("an event must have at most " + LONGEST + " steps");
        }
    }

    private static long steps(MechanismEvent event, int deepest) {
        if (event instanceof MechanismEvent.NonPrivate) {
            throw new IllegalArgumentException("an event without a guarantee cannot be accounted for");
        }
        if (!(event instanceof MechanismEvent.Sequence sequence)) {
            return 1;
        }
        if (deepest == 0) {
            throw new IllegalArgumentException("sequences must be nested at most " + DEEPEST + " deep");
        }
        return sequence.steps().stream()
                .mapToLong(step -> steps(step, deepest - 1))
                .sum();
    }

    public static ArrayNode write(MechanismEvent event) {
        if (event instanceof MechanismEvent.Gaussian gaussian) {
            return call("gaussian", gaussian.mu(), gaussian.count());
        }
        if (event instanceof MechanismEvent.Selection selection) {
            return call("selection", selection.boundedRange(), selection.count());
        }
        if (event instanceof MechanismEvent.Laplace laplace) {
            return call("laplace", laplace.scale(), laplace.count());
        }
        if (event instanceof MechanismEvent.PureDp pure) {
            return call("pure", pure.epsilon(), pure.count());
        }
        if (event instanceof MechanismEvent.Distance distance) {
            return call("distance", distance.totalVariation(), distance.count());
        }
        if (event instanceof MechanismEvent.Sequence sequence) {
            ArrayNode node = JsonNodeFactory.instance.arrayNode().add("sequence");
            sequence.steps().forEach(step -> node.add(write(step)));
            return node;
        }
        throw new IllegalArgumentException("an event without a guarantee cannot be accounted for");
    }

    private static ArrayNode call(String kind, double parameter, long count) {
        return JsonNodeFactory.instance.arrayNode().add(kind).add(parameter).add(count);
    }

    public static MechanismEvent read(JsonNode node) {
        return read(node, DEEPEST);
    }

    private static MechanismEvent read(JsonNode node, int deepest) {
        if (!node.isArray() || node.size() < 2 || !node.get(0).isTextual()) {
            throw new IllegalArgumentException("an event must be a list that begins with its kind");
        }
        String kind = node.get(0).textValue();
        if (kind.equals("sequence")) {
            if (deepest == 0) {
                throw new IllegalArgumentException("sequences must be nested at most " + DEEPEST + " deep");
            }
            List<MechanismEvent> steps = new ArrayList<>(node.size() - 1);
            for (int k = 1; k < node.size(); k++) {
                steps.add(read(node.get(k), deepest - 1));
            }
            return new MechanismEvent.Sequence(steps);
        }
        if (node.size() != 3
                || !node.get(1).isNumber()
                || !node.get(2).isIntegralNumber()
                || !node.get(2).canConvertToLong()) {
            throw new IllegalArgumentException("an event must have a number and a count");
        }
        double parameter = node.get(1).doubleValue();
        long count = node.get(2).longValue();
        return switch (kind) {
            case "gaussian" -> new MechanismEvent.Gaussian(parameter, count);
            case "selection" -> new MechanismEvent.Selection(parameter, count);
            case "laplace" -> new MechanismEvent.Laplace(parameter, count);
            case "pure" -> new MechanismEvent.PureDp(parameter, count);
            case "distance" -> new MechanismEvent.Distance(parameter, count);
            default -> throw new IllegalArgumentException("there is no event of kind " + kind);
        };
    }

    /** Writes the rounds of a plan; equal neighbours are written once: {@code [[100,event]]}. */
    public static ArrayNode writeRounds(List<MechanismEvent> rounds) {
        ArrayNode runs = JsonNodeFactory.instance.arrayNode();
        int from = 0;
        while (from < rounds.size()) {
            int to = from + 1;
            while (to < rounds.size() && rounds.get(to).equals(rounds.get(from))) {
                to++;
            }
            runs.add(JsonNodeFactory.instance.arrayNode().add(to - from).add(write(rounds.get(from))));
            from = to;
        }
        return runs;
    }

    public static List<MechanismEvent> readRounds(JsonNode runs) {
        List<MechanismEvent> rounds = new ArrayList<>();
        for (JsonNode run : runs) {
            if (!run.isArray() || run.size() != 2 || !run.get(0).isInt()) {
                throw new IllegalArgumentException("rounds must be pairs of a count and an event");
            }
            int count = run.get(0).intValue();
            if (count < 1 || rounds.size() + (long) count > LONGEST) {
                throw new IllegalArgumentException("a plan must have 1 to " + LONGEST + " rounds");
            }
            MechanismEvent event = read(run.get(1));
            for (int k = 0; k < count; k++) {
                rounds.add(event);
            }
        }
        return rounds;
    }
}
