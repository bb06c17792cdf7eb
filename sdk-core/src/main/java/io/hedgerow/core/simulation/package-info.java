/** Simulated linear networks and the baselines that say how hard they are; reproducible bit for bit from a seed. */
@NullMarked
package io.hedgerow.core.simulation;

import org.jspecify.annotations.NullMarked;
