// SPDX-License-Identifier: Apache-2.0
/** A paper publishes figures and claims: measures of networks, under settings, on named data. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.paper;

import org.jspecify.annotations.NullMarked;
