// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.transport.internal.status.page.NetworkPicture;

/** Pictures of networks for pages, as the command line brings them. */
public final class Pictures {

    public static final NetworkPicture LAYERED = NetworkExporter.of("svg")::text;

    private Pictures() {}
}
