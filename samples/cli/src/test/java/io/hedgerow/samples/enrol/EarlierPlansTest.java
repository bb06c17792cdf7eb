// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.operate.Program;
import io.hedgerow.transport.internal.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Officers are told which plans that they signed would tell one site's sums together with a new one. */
class EarlierPlansTest {

    @TempDir
    Path temp;

    private Path key;

    @BeforeEach
    void makeKey() {
        key = temp.resolve("officer.key");
        SigningKey.create(key).close();
    }

    private Path plan(String directory, String name, int sites, String algorithm, boolean masked) throws IOException {
        Path file = Files.createDirectories(temp.resolve(directory)).resolve(name + ".yaml");
        Files.writeString(file, """
                format: 1
                name: %s
                coordinator: hub
                sites: [%s]
                variables: {age: [0, 120], %s: [0, 9]}
                algorithm: {id: %s}
                insecureNoPrivacy: true
                rounds: 4
                quorum: %d
                deadline: 2m
                minimumCohort: 3
                secureAggregation: %s
                """.formatted(
                        name,
                        IntStream.rangeClosed(1, sites).mapToObj(k -> "s" + k).collect(Collectors.joining(", ")),
                        name,
                        algorithm,
                        sites,
                        masked ? "{mode: malicious, minHonest: 3, colluding: 0}" : "none"));
        return file;
    }

    private static String run(String... words) {
        Program program = Program.run(List.of(words));
        assertEquals(0, program.exitCode(), program.errors());
        return program.output();
    }

    private String sign(Path plan, String... more) {
        List<String> words = List.of("study", "sign", plan.toString(), "--key", key.toString());
        return run(Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void signedPlanBesideIt_withOneSiteMore_isNamed_byCheckAndSign() throws IOException {
        assertFalse(sign(plan("plans", "first", 5, "gram", true)).contains("differsByFewSites"));
        Path second = plan("plans", "second", 4, "fed-sparse", true);
        String told = "with study first, over 5 sites: the sums of s5, fewer than 3 sites";
        assertTrue(run("study", "check", second.toString()).contains(told));
        assertTrue(sign(second).contains(told));
        assertFalse(
                run("study", "check", plan("plans", "third", 5, "gram", true).toString())
                        .contains("with study first"));
    }

    @Test
    void plansElsewhere_areNamed_andThoseWithoutASignature_ifGivenByName() throws IOException {
        Path first = plan("old/first", "first", 5, "gram", true);
        Path second = plan("new", "second", 6, "gram", true);
        String old = temp.resolve("old").toString();
        assertFalse(run("study", "check", second.toString(), "--earlier", old).contains("differsByFewSites"));
        assertTrue(run("study", "check", second.toString(), "--earlier", first.toString())
                .contains("the sums of s6, fewer"));
        sign(first);
        assertTrue(run("study", "check", second.toString(), "--earlier", old).contains("the sums of s6, fewer"));
    }

    /** Without masks each site tells its own part, which hides nothing if all sites of every sum do. */
    @Test
    void planWithoutMasksOverAllSites_orFarFromIt_isNotNamed_andOneOverSomeIs() throws IOException {
        sign(plan("plans", "plain", 7, "gram", false));
        sign(plan("plans", "large", 7, "gram", true));
        assertFalse(
                run("study", "check", plan("plans", "small", 4, "gram", true).toString())
                        .contains("differsByFewSites"));
        assertTrue(run("study", "check", plan("plans", "some", 5, "gram", false).toString())
                .contains("differsByFewSites"));
    }

    /** No two of the three tell of fewer than three sites. */
    @Test
    void threePlansTogether_areComparedWhereNoTwoTellMuch() throws IOException {
        assertFalse(sign(over("first", "s1, s2, s3, s4, s5, s6")).contains("differsByFewSites"));
        assertFalse(sign(over("second", "s4, s5, s6, s7, s8, s9")).contains("differsByFewSites"));
        assertTrue(
                run("study", "check", over("third", "s1, s2, s4, s7, s8, s10").toString())
                        .contains("with all earlier plans together: the sums of s3, fewer than 3 sites"));
    }

    private Path over(String name, String sites) throws IOException {
        Path file = plan("plans", name, 6, "gram", true);
        Files.writeString(file, Files.readString(file).replace("s1, s2, s3, s4, s5, s6", sites));
        return file;
    }
}
