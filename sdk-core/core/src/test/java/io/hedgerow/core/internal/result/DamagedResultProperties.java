// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.RandomResults;
import io.hedgerow.core.data.DataException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;

/** A result in which parts are exchanged, doubled or lost is refused with a sentence, or read and written again. */
@Tag("slow")
class DamagedResultProperties {

    private static final Pattern TOKEN = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|[-+.\\w]+|[\\[\\]{}:,]");

    private static final List<String> VALUES = List.of(
            "0",
            "-1",
            "1",
            "2",
            "50",
            "51",
            "1e999",
            "-0.0",
            "1e-320",
            "0.9999999999999999",
            "99999999999999999999",
            "null",
            "true",
            "\"\"",
            "\"x1\"",
            "\"x1[t-1]\"",
            "\"pag\"",
            "\"cpdag\"",
            "\"linear\"",
            "\"curves\"",
            "\"<->\"",
            "\"none\"",
            "[]",
            "{}");

    private static final String SOURCE = "damaged.json";

    @Property(tries = 800)
    void read_ofDamage_isRefused_orWhatIsWrittenAgain(
            @ForAll RandomResults.Form form,
            @ForAll @IntRange(max = 400) int which,
            @ForAll @IntRange(min = 1, max = 4) int changes,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<String> tokens = tokens(text(RandomResults.of(form, which)));
        for (int k = 0; k < changes; k++) {
            change(tokens, random);
        }
        ResultDocument read;
        try {
            read = read(String.join(" ", tokens));
        } catch (DataException e) {
            assertTrue(String.valueOf(e.getMessage()).startsWith(SOURCE + ":"), e.getMessage());
            return;
        }
        assertEquals(
                read.network().network().schema(),
                read(read.text()).network().network().schema());
    }

    @Property(tries = 300)
    void read_ofAResult_isWrittenAsTheSameText(
            @ForAll RandomResults.Form form, @ForAll @IntRange(max = 9999) int which) {
        String text = text(RandomResults.of(form, which));
        assertEquals(text, read(text).text());
    }

    private static String text(LearnedNetwork learned) {
        NetworkPart network = new NetworkPart(learned.named(), learned.evidence(), learned.fitted());
        return new ResultDocument(network, learned.run(), learned.personal()).text();
    }

    private static ResultDocument read(String text) {
        return ResultDocument.read(SOURCE, text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        return tokens;
    }

    /** Replaces a word or number by a value or by another one of the document, or doubles or drops a whole part. */
    private static void change(List<String> tokens, Random random) {
        int at = random.nextInt(tokens.size());
        while (!isValue(tokens, at)) {
            at = random.nextInt(tokens.size());
        }
        int end = end(tokens, at);
        List<String> part = new ArrayList<>(tokens.subList(at, end));
        switch (random.nextInt(4)) {
            case 0 -> replace(tokens, at, end, List.of(VALUES.get(random.nextInt(VALUES.size()))));
            case 1 -> {
                int other = random.nextInt(tokens.size());
                List<String> copy = isValue(tokens, other)
                        ? new ArrayList<>(tokens.subList(other, end(tokens, other)))
                        : List.of("0.25");
                replace(tokens, at, end, copy);
            }
            case 2 -> {
                part.add(",");
                tokens.addAll(at, part);
            }
            default -> {
                boolean more = end < tokens.size() && tokens.get(end).equals(",");
                tokens.subList(at, more ? end + 1 : end).clear();
            }
        }
    }

    private static void replace(List<String> tokens, int at, int end, List<String> by) {
        tokens.subList(at, end).clear();
        tokens.addAll(at, by);
    }

    /** No punctuation, unless it opens a part, and not the whole. */
    private static boolean isValue(List<String> tokens, int at) {
        String token = tokens.get(at);
        return at > 0 && !List.of("]", "}", ":", ",").contains(token);
    }

    private static int end(List<String> tokens, int at) {
        int depth = 0;
        int k = at;
        do {
            String token = tokens.get(k);
            depth += token.equals("[") || token.equals("{") ? 1 : token.equals("]") || token.equals("}") ? -1 : 0;
            k++;
        } while (depth > 0 && k < tokens.size());
        return k;
    }
}
