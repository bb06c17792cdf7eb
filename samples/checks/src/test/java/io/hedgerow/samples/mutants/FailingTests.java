// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Property;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A process that runs test classes, prints which tests failed, and ends with 1 if any did, 0 if none, 2 if there were
 * none. With {@value #PROPERTIES} as its first word it runs properties only, class by class until one has failed.
 */
final class FailingTests {

    /** Begins the line with the names of tests that failed. */
    static final String FAILED = "FAILED: ";

    /** Leaves out everything that is an example. */
    static final String PROPERTIES = "--properties";

    private FailingTests() {}

    private static final class Results implements TestExecutionListener {
        private final TreeSet<String> failed = new TreeSet<>();
        private int run;

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                run++;
            }
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                failed.add(test.getSource()
                        .filter(MethodSource.class::isInstance)
                        .map(source -> simpleName((MethodSource) source))
                        .orElse(test.getDisplayName()));
            }
        }

        private static String simpleName(MethodSource source) {
            String type = source.getClassName();
            return type.substring(type.lastIndexOf('.') + 1) + "." + source.getMethodName();
        }
    }

    public static void main(String[] words) {
        boolean properties = words[0].equals(PROPERTIES);
        List<String> classes = List.of(words).subList(properties ? 1 : 0, words.length);
        Results results = new Results();
        if (properties) {
            for (String name : classes) {
                if (results.failed.isEmpty()) {
                    run(List.of(name), results, test -> FilterResult.includedIf(isNoExample(test)));
                }
            }
        } else {
            run(classes, results, test -> FilterResult.included(""));
        }
        System.out.println(FAILED + String.join(", ", results.failed));
        System.exit(results.run == 0 ? 2 : results.failed.isEmpty() ? 0 : 1);
    }

    private static void run(List<String> classes, Results results, PostDiscoveryFilter wanted) {
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(classes.stream()
                                        .map(name -> selectClass(name))
                                        .collect(Collectors.toList()))
                                .filters(TagFilter.excludeTags("long"), wanted)
                                .configurationParameter("jqwik.shrinking.default", "OFF")
                                .configurationParameter("jqwik.database", "")
                                .build(),
                        results);
    }

    /** A class, or a property: not an example of jqwik, which runs once, and no test of another engine. */
    private static boolean isNoExample(TestDescriptor test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getJavaMethod().isAnnotationPresent(Property.class))
                .orElse(true);
    }
}
