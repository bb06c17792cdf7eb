/** Secret sharing over GF(2^16). */
@NullMarked
package io.hedgerow.secureagg.sharing;

import org.jspecify.annotations.NullMarked;
