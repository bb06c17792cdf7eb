/** Simulated data for files, demonstrations and experiments. */
@NullMarked
package io.hedgerow.samples.simulate;

import org.jspecify.annotations.NullMarked;
