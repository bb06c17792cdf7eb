// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.util.ArrayList;
import java.util.List;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.ListItem;

/**
 * What {@code docs/README.md} lists: groups of pages, each with a short title.
 *
 * @param groups in their order
 */
record Contents(List<Group> groups) {

    static final String DOCUMENT = "docs/README.md";

    static Contents of(MarkdownFile document) {
        List<Group> groups = new ArrayList<>();
        document.content().accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                if (heading.getLevel() == 2) {
                    groups.add(new Group(PlainText.of(heading), new ArrayList<>()));
                }
            }

            /** The first link of an item is the page; what follows explains it. */
            @Override
            public void visit(ListItem item) {
                Link link = (Link) item.getFirstChild().getFirstChild();
                String name =
                        LinkTarget.of(document.name(), link.getDestination()).name();
                groups.get(groups.size() - 1).entries().add(new Entry(PlainText.of(link), name));
            }
        });
        return new Contents(groups);
    }

    List<Entry> entries() {
        return groups.stream().flatMap(group -> group.entries().stream()).toList();
    }

    /**
     * Pages that belong together.
     *
     * @param title of the group
     * @param entries in their order
     */
    record Group(String title, List<Entry> entries) {}

    /**
     * A page, or another file.
     *
     * @param title the short one
     * @param name the path below the root of the repository
     */
    record Entry(String title, String name) {}
}
