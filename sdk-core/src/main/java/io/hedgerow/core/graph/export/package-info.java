/** Exporters of learned networks: tables, graph formats, a terminal listing and a picture. */
@NullMarked
package io.hedgerow.core.graph.export;

import org.jspecify.annotations.NullMarked;
