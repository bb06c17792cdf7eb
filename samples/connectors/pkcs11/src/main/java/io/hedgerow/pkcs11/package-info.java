// SPDX-License-Identifier: Apache-2.0
/** Signing keys on PKCS#11 tokens, through the maker's own library. */
@NullMarked
package io.hedgerow.pkcs11;

import org.jspecify.annotations.NullMarked;
