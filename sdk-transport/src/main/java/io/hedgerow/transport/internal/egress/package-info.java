// SPDX-License-Identifier: Apache-2.0
/** The approval, logging and sending of messages that leave a site. The record precedes the message. */
@NullMarked
package io.hedgerow.transport.internal.egress;

import org.jspecify.annotations.NullMarked;
