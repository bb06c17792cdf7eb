// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;

/** Whatever bytes arrive, the answer is a plan or one {@link StudyPlanException}. */
class StudyPlanProperties {

    private static final List<String> PARTS = List.of(
            ":",
            "- ",
            "[",
            "]",
            "{",
            "}",
            "&a ",
            "*a",
            "!!x ",
            "? ",
            "|",
            ">",
            "\n",
            "\n  ",
            "\t",
            "\"",
            "'",
            "#",
            "---\n",
            "...\n",
            "%YAML 9.9\n",
            "<<: ",
            "\u0000",
            "\u0085",
            "\u2028",
            "\ufeff",
            "\ud83d\ude00",
            "null",
            "~",
            "1e999",
            "NaN",
            "-",
            "0x1F",
            "[[[[[[[[[[[[",
            "{{{{{{{{{{{{",
            "999999999999999999999",
            "true",
            "rounds",
            "privacy: ",
            "\\u0000");

    /** A change of a text at a place. */
    record Edit(int kind, int at, int length, String part) {

        byte[] applied(byte[] text) {
            int from = text.length == 0 ? 0 : at % text.length;
            int to = Math.min(text.length, from + length);
            byte[] insert =
                    switch (kind) {
                        case 0 -> part.getBytes(StandardCharsets.UTF_8);
                        case 1 -> new byte[] {(byte) (at * 31 + length)};
                        case 2 -> Arrays.copyOfRange(text, from, to);
                        default -> new byte[0];
                    };
            int end = kind == 0 || kind == 2 ? from : to;
            byte[] edited = new byte[from + insert.length + text.length - end];
            System.arraycopy(text, 0, edited, 0, from);
            System.arraycopy(insert, 0, edited, from, insert.length);
            System.arraycopy(text, end, edited, from + insert.length, text.length - end);
            return edited;
        }
    }

    @Provide
    Arbitrary<List<Edit>> edits() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(0, 5000),
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.of(PARTS))
                .as(Edit::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(6);
    }

    private static void requirePlanOrRefusal(List<Edit> edits, byte[] text) {
        byte[] edited = text;
        for (Edit edit : edits) {
            edited = edit.applied(edited);
        }
        try {
            StudyPlan plan = StudyPlan.parse("study.yaml", edited);
            assertEquals(plan, Plans.parse(plan.text()));
        } catch (StudyPlanException e) {
            assertEquals(1, e.getMessage().lines().count(), e.getMessage());
            assertTrue(e.getMessage().startsWith("study.yaml"), e.getMessage());
        }
    }

    @Property(tries = 1000)
    void changedPlan_isAPlanOrRefused(@ForAll("edits") List<Edit> edits) {
        requirePlanOrRefusal(edits, Plans.GOOD.getBytes(StandardCharsets.UTF_8));
    }

    @Property(tries = 100_000, shrinking = ShrinkingMode.OFF)
    @Tag("long")
    void changedPlan_isAPlanOrRefused_manyTimes(@ForAll("edits") List<Edit> edits) {
        requirePlanOrRefusal(edits, Plans.GOOD.getBytes(StandardCharsets.UTF_8));
    }

    @Property(tries = 500)
    void anyBytes_areRefused(@ForAll byte[] bytes) {
        requirePlanOrRefusal(List.of(), bytes);
    }

    @Property(tries = 500)
    void anyNames_areReadBack(@ForAll String variable, @ForAll String parameter) {
        StudyPlan good = Plans.good();
        StudyPlan plan;
        try {
            plan = new StudyPlan(
                    good.name(),
                    good.coordinator(),
                    good.sites(),
                    List.of(new PlannedVariable(variable, -1e-300, 1e300)),
                    PlannedAlgorithm.of("dp-gram", java.util.Map.of("p", parameter)),
                    good.privacy(),
                    good.rounds(),
                    good.quorum(),
                    good.deadline(),
                    good.minimumCohort(),
                    good.secureAggregation(),
                    0);
        } catch (IllegalArgumentException e) {
            return; // no name that a plan may have
        }
        assertEquals(plan, Plans.parse(plan.text()), plan.text());
    }
}
