// SPDX-License-Identifier: Apache-2.0
/** The formats that networks are written in: graphs, parameters, lists of edges, terminal listings and pictures. */
@NullMarked
package io.hedgerow.core.graph.export;

import org.jspecify.annotations.NullMarked;
