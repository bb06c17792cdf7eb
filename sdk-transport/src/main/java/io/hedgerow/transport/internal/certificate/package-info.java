// SPDX-License-Identifier: Apache-2.0
/** A certificate says which site, coordinator or host a key belongs to; requests and fingerprints are here too. */
@NullMarked
package io.hedgerow.transport.internal.certificate;

import org.jspecify.annotations.NullMarked;
