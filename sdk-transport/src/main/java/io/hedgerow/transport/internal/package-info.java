/** Strict YAML, files that survive a loss of power, and digests, for this module alone. */
@NullMarked
package io.hedgerow.transport.internal;

import org.jspecify.annotations.NullMarked;
