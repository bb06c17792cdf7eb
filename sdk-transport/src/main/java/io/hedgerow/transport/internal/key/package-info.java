// SPDX-License-Identifier: Apache-2.0
/** Private keys: generation, encryption with a passphrase, PEM files and signing. */
@NullMarked
package io.hedgerow.transport.internal.key;

import org.jspecify.annotations.NullMarked;
