// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import java.nio.file.Path;

/**
 * Where a relative link of a document leads.
 *
 * @param name the path below the root of the repository; of the document itself for a link within it
 * @param anchor the heading, with its number sign; empty without one
 */
record LinkTarget(String name, String anchor) {

    static boolean isRelative(String destination) {
        return !destination.matches("[a-z]+:.*");
    }

    static LinkTarget of(String document, String destination) {
        int sign = destination.indexOf('#');
        String path = sign < 0 ? destination : destination.substring(0, sign);
        String name = path.isEmpty()
                ? document
                : Path.of(document).resolveSibling(path).normalize().toString().replace('\\', '/');
        return new LinkTarget(name, sign < 0 ? "" : destination.substring(sign));
    }

    /** The address in the documentation site: pages are HTML, a folder is its page, no folder is hidden. */
    static String address(String name) {
        return name.replaceFirst("^\\.", "")
                .replaceFirst("(^|/)README\\.md$", "$1index.html")
                .replaceFirst("\\.md$", ".html");
    }

    /** From one address of the site to another. */
    static String relative(String from, String to) {
        Path folder = Path.of("/" + from).getParent();
        return folder.relativize(Path.of("/" + to)).toString().replace('\\', '/');
    }
}
