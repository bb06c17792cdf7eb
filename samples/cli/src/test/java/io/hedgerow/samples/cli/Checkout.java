// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** The files of this project, for tests that look at them; a test runs in the folder of its module. */
public final class Checkout {

    /** The top of the project. */
    public static final Path ROOT = root();

    private Checkout() {}

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
