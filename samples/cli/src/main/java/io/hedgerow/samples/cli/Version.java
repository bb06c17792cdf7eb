// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Prints the version of hedgerow and of Java. */
final class Version implements IVersionProvider {

    Version() {}

    static String number() {
        try (InputStream in =
                Objects.requireNonNull(Version.class.getResourceAsStream("version.properties"), "version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "hedgerow " + number(),
            "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + "), "
                    + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }
}
