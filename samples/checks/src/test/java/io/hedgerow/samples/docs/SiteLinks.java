// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Follows what the pages of a folder load and link to. */
final class SiteLinks {

    private static final Pattern LINK = Pattern.compile("<(\\w+)[^>]*? (?:href|src)=\"([^\"]*)\"");
    private static final Pattern ANCHOR = Pattern.compile(" id=\"([^\"]*)\"");

    private final Path folder;
    private final Map<Path, Set<String>> anchors = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private int count;

    SiteLinks(Path folder) throws IOException {
        this.folder = folder;
        List<Path> pages;
        try (Stream<Path> files = Files.walk(folder)) {
            pages = files.filter(file -> file.toString().endsWith(".html")).toList();
        }
        for (Path page : pages) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                count++;
                follow(page, link.group(1), link.group(2));
            }
        }
    }

    private void follow(Path page, String element, String destination) throws IOException {
        String place = folder.relativize(page) + " links to " + destination + ", ";
        URI uri = URI.create(destination);
        if (uri.isAbsolute() || destination.startsWith("//")) {
            if (!element.equals("a")) {
                problems.add(place + "which is loaded from elsewhere");
            }
            return;
        }
        Path target = uri.getPath().isEmpty()
                ? page
                : page.resolveSibling(uri.getPath()).normalize();
        if (!target.startsWith(folder) || !Files.isRegularFile(target)) {
            problems.add(place + "which is no file of the site");
        } else if (uri.getFragment() != null && !anchors(target).contains(uri.getFragment())) {
            problems.add(place + "but there is no such place in it");
        }
    }

    private Set<String> anchors(Path page) throws IOException {
        Set<String> known = anchors.get(page);
        if (known == null) {
            known = new HashSet<>();
            Matcher anchor = ANCHOR.matcher(Files.readString(page));
            while (anchor.find()) {
                known.add(anchor.group(1));
            }
            anchors.put(page, known);
        }
        return known;
    }

    List<String> problems() {
        return problems;
    }

    int count() {
        return count;
    }
}
