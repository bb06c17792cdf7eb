// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.internal.result.ResultDocument;
import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What has a version follows the project's. Of {@code 1.2.3} it is the same; of {@code 1.2.3-SNAPSHOT} it is
 * {@code 1.2.3.dev0} in Python and {@code 1.2.3.9000} in R, as their users write what is not released.
 */
class VersionsTest {

    private static final Pattern PROJECT =
            Pattern.compile("<artifactId>hedgerow-parent</artifactId>\\s*<version>([^<]*)</version>");

    private static String found(String file, Pattern pattern) throws IOException {
        Matcher found = pattern.matcher(Files.readString(Checkout.ROOT.resolve(file)));
        return found.find() ? found.group(1) : file + " has no version";
    }

    static String project() throws IOException {
        return found("pom.xml", PROJECT);
    }

    static String ofPython(String project) {
        return project.replace("-SNAPSHOT", ".dev0");
    }

    static String ofR(String project) {
        return project.replace("-SNAPSHOT", ".9000");
    }

    @ParameterizedTest
    @CsvSource({"0.2.0, 0.2.0, 0.2.0", "0.3.0-SNAPSHOT, 0.3.0.dev0, 0.3.0.9000"})
    void unreleasedVersions_areWrittenAsEachLanguageDoes(String project, String python, String r) {
        assertEquals(python, ofPython(project));
        assertEquals(r, ofR(project));
    }

    @ParameterizedTest
    @CsvSource({
        "samples/python/pyproject.toml, (?m)^version = \"([^\"]*)\"$",
        "samples/python/hedgerow/__init__.py, (?m)^__version__ = \"([^\"]*)\"$"
    })
    void packageForPython_followsTheProject(String file, Pattern version) throws IOException {
        assertEquals(ofPython(project()), found(file, version), file);
    }

    @Test
    void packageForR_followsTheProject() throws IOException {
        assertEquals(ofR(project()), found("samples/r/hedgerow/DESCRIPTION", Pattern.compile("(?m)^Version: (.*)$")));
    }

    @ParameterizedTest
    @CsvSource({
        "samples/deploy/chart/hedgerow/Chart.yaml, (?m)^version: (.*)$",
        "samples/deploy/chart/hedgerow/Chart.yaml, (?m)^appVersion: \"([^\"]*)\"$",
        "samples/bom/pom.xml, <artifactId>hedgerow-bom</artifactId>\\s*<version>([^<]*)</version>",
        "style.xml, <version>([^<]*)</version>"
    })
    void chartAndOtherProjects_haveTheVersionOfTheProject(String file, Pattern version) throws IOException {
        assertEquals(project(), found(file, version), file);
    }

    @Test
    void results_nameTheVersionOfTheProject() throws IOException {
        assertEquals("hedgerow " + project(), ResultDocument.SOFTWARE);
    }
}
