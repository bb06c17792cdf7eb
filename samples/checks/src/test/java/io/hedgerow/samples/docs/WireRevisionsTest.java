// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The revisions in {@code docs/wire.md} are those of the methods without a budget that learn from rows. */
class WireRevisionsTest {

    private static final VariableSchema NUMBERS = VariableSchema.of("a", "b", "c");
    private static final VariableSchema WITH_CATEGORY = NUMBERS.with(Map.of("c", VariableKind.categorical("F", "M")));

    /** Names with what follows them, such as "gram with categories". */
    private static Map<String, Integer> written() throws IOException {
        String text = Files.readString(Checkout.ROOT.resolve("docs/wire.md"));
        Matcher sentence = Pattern.compile("It is (.*?), and 1 for all others").matcher(text);
        assertTrue(sentence.find(), "the sentence on revisions");
        Map<String, Integer> revisions = new TreeMap<>();
        Matcher group = Pattern.compile("(\\d+) for (.*?)(?=, \\d+ for|$)").matcher(sentence.group(1));
        while (group.find()) {
            int revision = Integer.parseInt(group.group(1));
            Arrays.stream(group.group(2).split(", | and "))
                    .forEach(name -> revisions.put(name.replace("`", ""), revision));
        }
        return revisions;
    }

    private static int revision(String name, VariableSchema schema) {
        Agreement agreement = Agreement.inProcess("wire", schema, 3, UploadProtection.insecurePlain());
        return Method.named(name).withRounds(30).on(agreement).revision();
    }

    @Test
    void revisions_areThoseOfTheMethods() throws IOException {
        Map<String, Integer> written = written();
        List<String> names = Method.descriptors().stream()
                .filter(method -> Stream.of(MethodTrait.PROMISE, MethodTrait.SERIES, MethodTrait.IN_ONE_PROCESS)
                        .noneMatch(method::has))
                .map(MethodDescriptor::name)
                .toList();
        for (String name : names) {
            assertEquals(revision(name, NUMBERS), written.getOrDefault(name, 1), name);
        }
        assertEquals(revision("gram", WITH_CATEGORY), written.get("gram with categories"));
        assertTrue(names.containsAll(List.of("gram", "direct-lingam", "feature-gram", "inspect")), names.toString());
    }
}
