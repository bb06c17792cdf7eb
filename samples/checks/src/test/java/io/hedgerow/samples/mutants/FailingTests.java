// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * A process that runs test classes, prints which tests failed, and ends with 1 if any did, 0 if none, 2 if there were
 * none.
 */
final class FailingTests {

    /** Begins the line with the names of tests that failed. */
    static final String FAILED = "FAILED: ";

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

    public static void main(String[] classes) {
        Launcher launcher = LauncherFactory.create();
        Results results = new Results();
        launcher.execute(
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(Arrays.stream(classes)
                                .map(name -> selectClass(name))
                                .collect(Collectors.toList()))
                        .filters(TagFilter.excludeTags("long"))
                        .configurationParameter("jqwik.shrinking.default", "OFF")
                        .configurationParameter("jqwik.database", "")
                        .build(),
                results);
        System.out.println(FAILED + String.join(", ", results.failed));
        System.exit(results.run == 0 ? 2 : results.failed.isEmpty() ? 0 : 1);
    }
}
