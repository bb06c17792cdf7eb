// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/**
 * A Markdown file as the forge reads it: with tables, and an anchor at every heading.
 *
 * @param name its path below the root of the repository, with slashes
 * @param text as it stands in the file
 * @param content the text, parsed
 */
record MarkdownFile(String name, String text, Node content) {

    static final Extension TABLES = TablesExtension.create();
    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TABLES)).build();

    static MarkdownFile read(Path root, String name) throws IOException {
        return of(name, Files.readString(root.resolve(name)));
    }

    static MarkdownFile of(String name, String text) {
        return new MarkdownFile(name, text, PARSER.parse(text));
    }

    /** What its first heading says; without one, its name. */
    String title() {
        return sections().stream()
                .filter(section -> section.level() > 0)
                .findFirst()
                .map(Section::title)
                .orElse(name);
    }

    /** From heading to heading; what stands before the first one has level 0. */
    List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        IdGenerator ids = IdGenerator.builder().build();
        Section section = new Section(0, "", "", new StringBuilder());
        for (Node block = content.getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof Heading heading) {
                sections.add(section);
                String title = PlainText.of(heading);
                section = new Section(heading.getLevel(), ids.generateId(title), title, new StringBuilder());
            } else {
                section.text().append(PlainText.of(block)).append(' ');
            }
        }
        sections.add(section);
        return sections;
    }

    Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        sections().forEach(section -> anchors.add(section.anchor()));
        anchors.remove("");
        return anchors;
    }

    /** Where its links and pictures lead. */
    List<String> destinations() {
        List<String> destinations = new ArrayList<>();
        content.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                destinations.add(link.getDestination());
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                destinations.add(image.getDestination());
                visitChildren(image);
            }
        });
        return destinations;
    }

    /**
     * What stands below a heading, up to the next one.
     *
     * @param level of the heading, 1 for the largest; 0 without one
     * @param anchor of the heading
     * @param title the words of the heading
     * @param text the words below it
     */
    record Section(int level, String anchor, String title, StringBuilder text) {}
}
