// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.archfixture;

import io.hedgerow.core.graph.export.NetworkExporter;

/** Takes a picture from the module of results. */
public final class WritesPictures {
    public NetworkExporter picture() {
        return NetworkExporter.of("svg");
    }
}
