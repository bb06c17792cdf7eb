// SPDX-License-Identifier: Apache-2.0
/** Certificates that bind keys to sites, coordinators and hosts, with requests and fingerprints. */
@NullMarked
package io.hedgerow.transport.internal.certificate;

import org.jspecify.annotations.NullMarked;
