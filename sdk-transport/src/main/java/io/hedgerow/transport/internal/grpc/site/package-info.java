// SPDX-License-Identifier: Apache-2.0
/**
 * A site opens its stream to the coordinator, keeps it over lost connections, and can ask beforehand whether it
 * would be admitted.
 */
@NullMarked
package io.hedgerow.transport.internal.grpc.site;

import org.jspecify.annotations.NullMarked;
