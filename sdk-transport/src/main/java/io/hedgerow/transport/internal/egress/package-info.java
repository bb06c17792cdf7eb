// SPDX-License-Identifier: Apache-2.0
/** The steps before a message leaves a site: ask, record, send. The record precedes the message. */
@NullMarked
package io.hedgerow.transport.internal.egress;

import org.jspecify.annotations.NullMarked;
