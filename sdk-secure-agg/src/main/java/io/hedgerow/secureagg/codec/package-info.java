/** Numbers as integers in fixed-point lanes that cannot wrap unnoticed: plans, encoding, decoding. */
@NullMarked
package io.hedgerow.secureagg.codec;

import org.jspecify.annotations.NullMarked;
