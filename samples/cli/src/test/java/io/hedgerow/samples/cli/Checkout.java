// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files of this project, for tests that look at them; a test runs in the folder of its module. */
public final class Checkout {

    /** The top of the project. */
    public static final Path ROOT = root();

    private Checkout() {}

    /** The folders of the SDK's modules: those below {@code sdk-…} that have a descriptor. */
    public static List<Path> modulesOfTheSdk() {
        try (Stream<Path> folders = Files.walk(ROOT, 2)) {
            return folders.filter(folder -> ROOT.relativize(folder).toString().startsWith("sdk-"))
                    .filter(folder -> Files.exists(folder.resolve("src/main/java/module-info.java")))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("sdk-core/pom.xml"))) {
                return folder;
            }
        }
        throw new IllegalStateException("tests must run below the top of the project, ran in "
                + Path.of("").toAbsolutePath());
    }
}
