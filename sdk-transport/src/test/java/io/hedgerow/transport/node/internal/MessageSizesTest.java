// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.method.Method;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedSignature;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class MessageSizesTest {

    private static final Octets HASH = Octets.takeOver(new byte[32]);
    private static final Octets SIGNATURE = Octets.takeOver(new byte[64]);

    private static StudyPlan plan(String algorithm, int variables, boolean masked) {
        return StudyPlan.parse("plan", """
                format: 1
                name: wide
                coordinator: hub
                sites: [a, b, c, d]
                variables: {%s}
                algorithm: {id: %s}
                insecureNoPrivacy: true
                rounds: 30
                quorum: 4
                deadline: 2m
                minimumCohort: 3
                secureAggregation: %s
                """.formatted(
                        IntStream.range(0, variables)
                                .mapToObj(j -> "v" + j + ": [0, 1]")
                                .collect(Collectors.joining(", ")),
                        algorithm,
                        masked ? "{mode: malicious, minHonest: 3}" : "none")
                .getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The largest d with 1 + 8·d² bytes, for moments 1 + 8·d·(4⌊d/2⌋ + d + 10), with two lanes twice that and keys,
     * within 2^28.
     */
    @ParameterizedTest
    @CsvSource({"fed-sparse, false, 5792", "fed-bnsl, true, 5792", "gram, false, 3342", "gram, true, 2363"})
    void planWhoseMessagesCannotBeSent_isRefused_andTheOneBeforeItIsNot(String algorithm, boolean masked, int most) {
        Method largest = PlannedMethod.of(plan(algorithm, most, masked));
        // of 2^28 bytes: one variable more or less is 0.1 MiB
        long bytes = MessageSizes.largest(plan(algorithm, most, masked), largest);
        assertTrue(bytes > WireSettings.LARGEST_MESSAGE - (1 << 20), "bytes were " + bytes);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> PlannedMethod.of(plan(algorithm, most + 1, masked)));
        assertTrue(e.getMessage().contains("over " + (most + 1) + " variables"), e.getMessage());
        assertTrue(e.getMessage().contains("name fewer variables"), e.getMessage());
    }

    /** 8 columns a variable and 9 for each of 200 pairs; that many, 2600, can be sent and held. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void curvesOfTooManyVariables_areRefused(boolean masked) {
        PlannedMethod.of(plan("feature-gram", 100, masked));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> PlannedMethod.of(plan("feature-gram", 101, masked)));
        assertTrue(e.getMessage().contains("2608 columns of 101 variables"), e.getMessage());
        assertTrue(e.getMessage().contains("name fewer variables, or set no-pairs"), e.getMessage());
    }

    @Test
    void smallStudy_hasSmallLimits() {
        StudyPlan plain = plan("fed-sparse", 6, false);
        WireSettings settings = MessageSizes.settings(plain, PlannedMethod.of(plain));
        assertEquals(65_536, settings.messageLimit());
        assertEquals(16, settings.window());
        StudyPlan masked = plan("fed-sparse", 6, true);
        assertEquals(65_536, MessageSizes.largest(masked, PlannedMethod.of(masked)));
        StudyPlan wide = plan("fed-sparse", 1000, false);
        assertEquals(8_000_001, MessageSizes.largest(wide, PlannedMethod.of(wide)));
        assertEquals(2, MessageSizes.settings(wide, PlannedMethod.of(wide)).window());
    }

    private static int size(Message message) {
        return Integer.BYTES + message.encode().size();
    }

    @Test
    void messagesOfSecureAggregation_areWithinWhatIsReckonedForThem() {
        int sites = 50;
        SurvivorList survivors =
                new SurvivorList(HASH, Collections.nCopies(sites, new MaskedSignature(1, HASH, SIGNATURE)), SIGNATURE);
        UnmaskRequest unmask = new UnmaskRequest(HASH, Collections.nCopies(sites, new Consistency(HASH, 1, SIGNATURE)));
        // a site that was away while others confirmed is asked for both steps at once
        int opening = size(survivors) + size(unmask);
        assertTrue(opening <= (1 + sites) * MessageSizes.OF_SITE, "opening: " + opening);
        // ML-KEM-768: 1184 bytes of key, 1088 of ciphertext
        int joining = size(new Hello(HASH, HASH, 1, HASH, Octets.takeOver(new byte[1184]), SIGNATURE))
                + size(new Encapsulated(HASH, 1, 2, Octets.takeOver(new byte[1088]), SIGNATURE));
        assertTrue(joining <= MessageSizes.OF_SITE, "joining: " + joining);
    }
}
