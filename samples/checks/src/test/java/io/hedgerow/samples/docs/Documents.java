// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import io.hedgerow.samples.cli.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The Markdown files of the repository that people read.
 *
 * @param root of the repository
 */
record Documents(Path root) {

    /** Seen from a test of this module. */
    static final Documents HERE = new Documents(Checkout.ROOT);

    Documents {
        root = root.toAbsolutePath().normalize();
    }

    /** At the root, for the forge, below {@code docs}, and what tests recorded of the proofs, in this order. */
    List<MarkdownFile> all() throws IOException {
        List<MarkdownFile> documents = new ArrayList<>();
        try (Stream<Path> top = Files.list(root);
                Stream<Path> forge = Files.walk(root.resolve(".github"));
                Stream<Path> docs = Files.walk(root.resolve("docs"));
                Stream<Path> recorded = Files.walk(root.resolve("samples/checks/src/test/evidence"))) {
            for (Path file : Stream.of(top, forge, docs, recorded)
                    .flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                documents.add(MarkdownFile.read(root, name(file)));
            }
        }
        return documents;
    }

    /** The path of a file below the root, with slashes. */
    String name(Path file) {
        return root.relativize(file.normalize()).toString().replace('\\', '/');
    }
}
