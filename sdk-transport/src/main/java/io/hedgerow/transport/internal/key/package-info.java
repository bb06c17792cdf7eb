// SPDX-License-Identifier: Apache-2.0
/** Private keys are made, encrypted with a passphrase, written as PEM, and used to sign. */
@NullMarked
package io.hedgerow.transport.internal.key;

import org.jspecify.annotations.NullMarked;
