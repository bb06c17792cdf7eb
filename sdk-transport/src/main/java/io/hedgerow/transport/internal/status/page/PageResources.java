// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.core.internal.file.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The inline style and script of the status page, and its content security policy. */
public final class PageResources {

    static final String STYLE = read("page.css") + read("picture.css");
    static final String SCRIPT = read("picture.js") + read("page.js");
    public static final String POLICY = "default-src 'none'; style-src '" + hash(STYLE) + "'; script-src '"
            + hash(SCRIPT) + "'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static final String PICTURE_SCRIPT =
            read("picture.js") + "networkPicture.attach(document.getElementById(\"network\"));\n";

    static final String PICTURE_POLICY = "default-src 'none'; style-src '" + hash(STYLE) + "'; script-src '"
            + hash(PICTURE_SCRIPT) + "'; base-uri 'none'; form-action 'none'";

    private PageResources() {}

    private static String read(String name) {
        try (InputStream in = PageResources.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the library must contain " + name + ", does not");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String content) {
        byte[] digest = Sha256.of(content.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }
}
