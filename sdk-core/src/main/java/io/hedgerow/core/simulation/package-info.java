/** Simulated linear networks and studies, reproducible bit for bit from a seed, and how easy they are. */
@NullMarked
package io.hedgerow.core.simulation;

import org.jspecify.annotations.NullMarked;
