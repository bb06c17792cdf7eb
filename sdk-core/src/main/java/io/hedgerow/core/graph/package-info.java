/** Weighted and directed acyclic graphs, acyclicity, structure metrics and exporters. */
@NullMarked
package io.hedgerow.core.graph;

import org.jspecify.annotations.NullMarked;
