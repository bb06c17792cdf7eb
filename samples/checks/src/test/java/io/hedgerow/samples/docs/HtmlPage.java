// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.util.List;
import java.util.stream.Collectors;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A Markdown file as a page of the documentation site.
 *
 * @param document what it shows
 * @param address its own, from the root of the site
 */
record HtmlPage(MarkdownFile document, String address) {

    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(List.of(MarkdownFile.TABLES, HeadingAnchorExtension.create()))
            .nodeRendererFactory(CodeBlocks::new)
            .build();

    static HtmlPage of(MarkdownFile document) {
        return new HtmlPage(document, LinkTarget.address(document.name()));
    }

    String content() {
        Node content = MarkdownFile.of(document.name(), document.text()).content();
        content.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(moved(link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(moved(image.getDestination()));
            }

            /** Comments for the tests of the documentation. */
            @Override
            public void visit(HtmlBlock comment) {
                comment.unlink();
            }
        });
        return RENDERER.render(content);
    }

    private String moved(String destination) {
        if (!LinkTarget.isRelative(destination)) {
            return destination;
        }
        LinkTarget target = LinkTarget.of(document.name(), destination);
        return target.name().equals(document.name()) ? target.anchor() : to(target.name()) + target.anchor();
    }

    /** A link from here to another file of the repository. */
    String to(String name) {
        return LinkTarget.relative(address, LinkTarget.address(name));
    }

    /** From here to the root of the site: empty, or with a slash at its end. */
    String root() {
        return "../".repeat((int) address.chars().filter(c -> c == '/').count());
    }

    /** Its headings of the second and third level, where there are several. */
    String outline() {
        List<MarkdownFile.Section> headings = document.sections().stream()
                .filter(section -> section.level() == 2 || section.level() == 3)
                .toList();
        return headings.size() < 2
                ? ""
                : headings.stream()
                        .map(section -> "<li class=\"level-" + section.level() + "\"><a href=\"#" + section.anchor()
                                + "\">" + escaped(section.title()) + "</a></li>\n")
                        .collect(Collectors.joining("", "<p>On this page</p>\n<ul>\n", "</ul>\n"));
    }

    /** The groups of the contents, with this page marked. */
    String navigation(Contents contents) {
        StringBuilder html = new StringBuilder();
        for (Contents.Group group : contents.groups()) {
            html.append("<p>").append(escaped(group.title())).append("</p>\n<ul>\n");
            for (Contents.Entry entry : group.entries()) {
                html.append("<li>")
                        .append(link(entry, entry.name().equals(document.name()) ? " aria-current=\"page\"" : ""))
                        .append("</li>\n");
            }
            html.append("</ul>\n");
        }
        return html.toString();
    }

    /** The pages before and after this one in the contents. */
    String around(Contents contents) {
        List<Contents.Entry> pages = contents.entries().stream()
                .filter(entry -> entry.name().endsWith(".md"))
                .toList();
        List<String> names = pages.stream().map(Contents.Entry::name).toList();
        int here = names.indexOf(document.name());
        String before = here > 0 ? link(pages.get(here - 1), " rel=\"prev\"") : "";
        String after = here >= 0 && here + 1 < pages.size() ? link(pages.get(here + 1), " rel=\"next\"") : "";
        return before + after;
    }

    private String link(Contents.Entry entry, String attribute) {
        return "<a href=\"" + escaped(to(entry.name())) + "\"" + attribute + ">" + escaped(entry.title()) + "</a>";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
