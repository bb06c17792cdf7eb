// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows the relative links of Markdown files, to files, folders and headings. */
final class DocumentLinks {

    private final Path root;
    private final Map<String, MarkdownFile> documents = new LinkedHashMap<>();
    private final Set<String> reached = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private int count;

    DocumentLinks(Path root, List<MarkdownFile> all) {
        this.root = root;
        all.forEach(document -> documents.put(document.name(), document));
        for (MarkdownFile document : all) {
            for (String destination : document.destinations()) {
                if (LinkTarget.isRelative(destination)) {
                    count++;
                    follow(document, destination);
                }
            }
        }
    }

    private void follow(MarkdownFile document, String destination) {
        LinkTarget target = LinkTarget.of(document.name(), destination);
        String link = document.name() + " links to " + destination + ", ";
        Path file = root.resolve(target.name());
        if (!Files.exists(file)) {
            problems.add(link + "which is not there");
            return;
        }
        MarkdownFile found = documents.get(target.name());
        if (Files.isDirectory(file)) {
            problems.add(link + "a folder: name the file in it that says what is there");
        } else if (!target.anchor().isEmpty()
                && (found == null || !found.anchors().contains(target.anchor().substring(1)))) {
            problems.add(link + "but there is no such heading" + (found == null ? "" : " among " + found.anchors()));
        }
        if (found != null && !document.name().equals(target.name())) {
            reached.add(found.name());
        }
    }

    /** Links that lead nowhere. */
    List<String> problems() {
        return problems;
    }

    /** Documents to which no other one leads. */
    List<String> orphans() {
        return documents.keySet().stream()
                .filter(name -> !reached.contains(name))
                .toList();
    }

    int count() {
        return count;
    }
}
