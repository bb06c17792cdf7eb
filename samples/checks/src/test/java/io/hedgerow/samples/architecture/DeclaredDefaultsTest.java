// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.descriptor.Parameter;
import io.hedgerow.core.method.descriptor.Parameter.Kind;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A default that a method declares as a number or a flag is the one that it uses: beside whatever else is given, a
 * study that names the default is the one that leaves the parameter out, and another value makes another study.
 */
class DeclaredDefaultsTest {

    private static final int SITES = 3;
    private static final Agreement STUDY =
            Agreement.inProcess("defaults", VariableSchema.numbered(4), SITES, UploadProtection.insecurePlain());

    static Stream<MethodDescriptor> methods() {
        return Method.descriptors().stream().filter(method -> !method.has(MethodTrait.IN_ONE_PROCESS));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void declaredDefault_isTheOneThatIsUsed(MethodDescriptor method) throws IllegalAccessException {
        assertTrue(made(method, Map.of()).isPresent(), method.name());
        List<String> wrong = new ArrayList<>();
        for (Parameter parameter : method.parameters()) {
            if (isValue(parameter) && parameter.where() != Parameter.Where.IN_ONE_PROCESS) {
                wrong.addAll(wrong(method, parameter));
            }
        }
        assertEquals(List.of(), wrong);
    }

    @ParameterizedTest
    @ValueSource(strings = {"smallest-deviation", "largest-deviation"})
    void deviationsOfPrivateSteps_growWithTheUnit(String name) throws IllegalAccessException {
        MethodDescriptor steps = methods()
                .filter(method -> method.name().equals("dp-fed-sparse"))
                .findFirst()
                .orElseThrow();
        String[] usual = steps.parameter(name).orElseThrow().usual().split(" ", 2);
        assertEquals("times the root of unit", usual[1]);
        for (int root : new int[] {1, 3}) {
            Map<String, String> base = Map.of("unit", Integer.toString(root * root));
            Method without = made(steps, base).orElseThrow();
            double value = root * Double.parseDouble(usual[0]);
            assertTrue(SameContent.of(
                    without,
                    made(steps, and(base, name, Double.toString(value))).orElseThrow()));
            assertFalse(SameContent.of(
                    without,
                    made(steps, and(base, name, Double.toString(value * 1.1))).orElseThrow()));
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void studiesAreComparedByWhatTheyHold(MethodDescriptor method) throws IllegalAccessException {
        Method one = made(method, Map.of()).orElseThrow();
        assertTrue(SameContent.of(one, made(method, Map.of()).orElseThrow()), method.name());
        assertFalse(SameContent.of(one, made(method.name().equals("gram") ? "direct-lingam" : "gram")));
    }

    private static Method made(String plain) {
        return Method.named(plain).withRounds(200).on(STUDY);
    }

    private static boolean isValue(Parameter parameter) {
        return parameter.isUsuallyANumber()
                || (parameter.kind() == Kind.FLAG && List.of("true", "false").contains(parameter.usual()));
    }

    private static List<String> wrong(MethodDescriptor method, Parameter parameter) throws IllegalAccessException {
        List<String> wrong = new ArrayList<>();
        String name = parameter.name().replace(".NAME", ".x1");
        boolean read = false;
        boolean matters = false;
        for (Map<String, String> base : bases(method, parameter)) {
            Optional<Method> without = made(method, base);
            Optional<Method> with = made(method, and(base, name, parameter.usual()));
            Optional<Method> other = made(method, and(base, name, other(parameter)));
            // where one of them is missing, other parameters do not go together, or not with this one
            if (without.isPresent() && with.isPresent()) {
                read = true;
                if (!SameContent.of(without.get(), with.get())) {
                    wrong.add(name + " is not " + parameter.usual() + " with " + base);
                }
            }
            matters |= other.isPresent() && (without.isEmpty() || !SameContent.of(without.get(), other.get()));
        }
        if (!read) {
            wrong.add(name + " is never read");
        }
        if (!matters) {
            wrong.add(name + " makes no difference");
        }
        return wrong;
    }

    /** Nothing else, and every other parameter with every word or with a number that is not its default. */
    private static List<Map<String, String>> bases(MethodDescriptor method, Parameter tried) {
        List<Map<String, String>> bases = new ArrayList<>();
        bases.add(Map.of());
        for (Parameter parameter : method.parameters()) {
            if (parameter.equals(tried)) {
                continue;
            }
            for (String word : parameter.words()) {
                bases.add(Map.of(parameter.name(), word));
            }
            if (parameter.kind().isOfNumbers()) {
                bases.add(Map.of(parameter.name().replace(".NAME", ".x1"), other(parameter)));
            }
        }
        if (!tried.name().endsWith(".NAME")) {
            return bases;
        }
        // beside another of its family, whose first member may decide more than its own value
        String second = tried.name().replace(".NAME", ".x2");
        return bases.stream().map(base -> and(base, second, other(tried))).toList();
    }

    private static String other(Parameter parameter) {
        if (parameter.kind().isOfNumbers() && !parameter.isUsuallyANumber()) {
            return "1";
        }
        return switch (parameter.kind()) {
            case FLAG -> parameter.usual().equals("true") ? "false" : "true";
            case COUNT -> Long.toString(Long.parseLong(parameter.usual()) + 1);
            default ->
                Double.toString(Double.parseDouble(parameter.usual()) / 2 + (parameter.kind() == Kind.NUMBER ? 1 : 0));
        };
    }

    private static Map<String, String> and(Map<String, String> base, String name, String value) {
        Map<String, String> more = new TreeMap<>(base);
        more.put(name, value);
        return more;
    }

    private static Optional<Method> made(MethodDescriptor method, Map<String, String> parameters) {
        NamedMethod named = Method.named(method.name()).withRounds(200);
        for (Map.Entry<String, String> given : parameters.entrySet()) {
            named = named.with(given.getKey(), given.getValue());
        }
        if (method.has(MethodTrait.PROMISE)) {
            boolean users = method.has(MethodTrait.SERIES);
            named = named.promising(new PrivacyPromise(
                    2,
                    1e-6,
                    users ? new PrivacyUnit.UserUnit("who") : new PrivacyUnit.RecordUnit(),
                    Adjacency.REPLACE_ONE));
            for (SiteId site : SiteId.numbered(SITES)) {
                named = named.with((users ? "persons." : "rows.") + site.value(), "500");
            }
        }
        try {
            return Optional.of(named.on(STUDY));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
