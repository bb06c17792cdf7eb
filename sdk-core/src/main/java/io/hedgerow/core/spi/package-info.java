/** Extension points: local and global solvers, protectors, aggregators, channels and ledgers. */
@NullMarked
package io.hedgerow.core.spi;

import org.jspecify.annotations.NullMarked;
