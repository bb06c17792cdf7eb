// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.operate.TestFederation;
import io.hedgerow.samples.privacy.PrivacyRequest;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.node.CoordinatorNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Where the policy of a site is of zero-out, the number of its rows is secret: a site without rows, and one with a
 * single row, answer every round as others do, and the coordinator hears of no hindrance.
 */
@Tag("slow")
@Timeout(300)
class SecretNumberStudyTest {

    @TempDir
    Path folder;

    /** All but the one that needs users, which has a test beside those of users. */
    private static Stream<String> privateMethods() {
        Stream<String> all = Method.descriptors().stream()
                .filter(method ->
                        method.has(MethodTrait.PROMISE) && Method.names().contains(method.name()))
                .map(MethodDescriptor::name)
                .filter(name -> !name.equals("dp-dynamic-gram"));
        return Stream.concat(all, Stream.of("dp-gram of normal scores"));
    }

    private static NamedMethod method(String name) {
        boolean scores = name.endsWith("scores");
        boolean release = scores || name.endsWith("gram");
        NamedMethod method =
                Method.named(scores ? "dp-gram" : name).withRounds(name.equals("dp-inspect") ? 5 : release ? 4 : 3);
        return scores ? method.with("transform", "normal-scores") : method;
    }

    private static void keepSecret(LocalStudy study, String site, int rows) throws IOException {
        Path policy = study.site(site).resolve("policy.yaml");
        String agreed = Files.readString(policy);
        assertTrue(agreed.contains("replace-one"), agreed);
        Files.writeString(policy, agreed.replace("replace-one", "zero-out"));
        Path file = study.site(site).resolve("rows.csv");
        List<String> lines = Files.readAllLines(file);
        Files.write(file, lines.subList(0, 1 + rows));
    }

    @ParameterizedTest
    @MethodSource("privateMethods")
    void siteWithoutRows_andOneWithASingleRow_takePartAsOthersDo(String name) throws Exception {
        NamedMethod method = method(name);
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms(
                        method.name(),
                        method.parameters(),
                        Optional.of(PrivacyRequest.parse("epsilon=5")),
                        false,
                        method.rounds(),
                        0,
                        Duration.ofMinutes(1)),
                InstantSource.system());
        study.create(TestFederation.rows(3));
        keepSecret(study, "site-1", 0);
        keepSecret(study, "site-2", 1);
        CoordinatorNode.Finished wire = LocalHub.wholeStudy(study);
        assertEquals(
                StudyState.ROUNDS_COMPLETED, wire.ended().state(), wire.ended().reason());
        for (SiteLink link : wire.links()) {
            assertEquals(Optional.empty(), link.hindrance(), link.site().value());
        }
        int last = wire.ended().participation().last(new SiteId("site-3")).orElseThrow();
        for (String site : List.of("site-1", "site-2")) {
            assertEquals(
                    last, wire.ended().participation().last(new SiteId(site)).orElseThrow());
            assertEquals(
                    wire.ended().participation().rounds(new SiteId("site-3")),
                    wire.ended().participation().rounds(new SiteId(site)));
        }
    }
}
