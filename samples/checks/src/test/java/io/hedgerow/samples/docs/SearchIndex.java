// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/** The words of all pages, as a script that a page reads from the disk: a search needs no server. */
final class SearchIndex {

    private final List<Page> pages = new ArrayList<>();

    void add(String address, MarkdownFile document) {
        List<List<String>> sections = new ArrayList<>();
        for (MarkdownFile.Section section : document.sections()) {
            String text = section.text().toString().replaceAll("\\s+", " ").strip();
            if (!section.title().isEmpty() || !text.isEmpty()) {
                sections.add(List.of(section.anchor(), section.title(), text));
            }
        }
        pages.add(new Page(address, document.title(), sections));
    }

    String script() throws JsonProcessingException {
        return "window.searchPages = " + new ObjectMapper().writeValueAsString(pages) + ";\n";
    }

    /**
     * One page.
     *
     * @param address from the root of the site
     * @param title of the page
     * @param sections anchor, title and text of each
     */
    private record Page(String address, String title, List<List<String>> sections) {}
}
