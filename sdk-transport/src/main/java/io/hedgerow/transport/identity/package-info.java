/** Who a peer is: keys that never leave their machine, certificates of a study's own authority, signed documents. */
@NullMarked
package io.hedgerow.transport.identity;

import org.jspecify.annotations.NullMarked;
