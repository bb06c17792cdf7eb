// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import io.hedgerow.samples.cli.Checkout;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What the one dependency of the SDK brings: nothing of the applications, of tests, or that only those need. */
public final class SdkClassPath {

    /** On the class path of tests beside what sdk-transport brings; tests of the SDK are directories or jars. */
    private static final List<String> OTHERS = List.of(
            "/test-classes",
            "-tests.jar",
            "/info/picocli/",
            "/com/h2database/",
            "/com/tngtech/",
            "/net/jqwik/",
            "/org/apiguardian/",
            "/org/commonmark/",
            "/org/junit/",
            "/org/opentest4j/",
            "/org/slf4j/");

    private SdkClassPath() {}

    /**
     * Fit for the class path and the module path; that of Maven for a project outside, where {@code .ci/outside} says
     * it.
     */
    public static String get() {
        String resolved = System.getProperty("hedgerow.sdk");
        if (resolved != null) {
            return resolved;
        }
        Path samples = Checkout.ROOT.resolve("samples");
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !Path.of(entry).toAbsolutePath().startsWith(samples))
                .filter(entry -> OTHERS.stream().noneMatch(entry.replace(File.separatorChar, '/')::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
