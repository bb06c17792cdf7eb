// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles the one changed file of a mutant against the classes as they are. */
final class MutantCompiler {

    private MutantCompiler() {}

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(Mutant mutant) throws IOException {
            super(URI.create("string:///" + mutant.className().replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = mutant.source();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Leaves the changed classes in the directory, to be put before all others. */
    static void compile(Mutant mutant, Path into) throws IOException {
        Files.createDirectories(into);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = List.of(
                "-d", into.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "--release", "17");
        List<JavaFileObject> sources = List.of(new Source(mutant));
        if (!compiler.getTask(messages, null, null, options, null, sources).call()) {
            throw new IllegalStateException("mutant " + mutant.name() + " must compile, does not: " + messages);
        }
    }
}
